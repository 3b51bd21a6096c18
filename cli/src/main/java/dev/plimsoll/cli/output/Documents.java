package dev.plimsoll.cli.output;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/** Writes answers, as JSON trees, in the machine-readable forms. */
public final class Documents {
  private static final Gson GSON =
      new GsonBuilder()
          .setPrettyPrinting()
          .disableHtmlEscaping()
          .setFieldNamingPolicy(FieldNamingPolicy.IDENTITY)
          .create();

  private Documents() {}

  /** Returns the tree as indented JSON, with a newline at the end. */
  public static String json(JsonElement tree) {
    return GSON.toJson(tree) + "\n";
  }

  /** Returns the tree as YAML in block style, with a newline at the end. */
  public static String yaml(JsonElement tree) {
    DumperOptions options = new DumperOptions();
    options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
    options.setIndicatorIndent(2);
    options.setIndentWithIndicator(true);
    options.setSplitLines(false);
    options.setNonPrintableStyle(DumperOptions.NonPrintableStyle.ESCAPE);
    options.setAllowUnicode(tree.toString().equals(ControlCharacters.escaped(tree.toString())));
    return new Yaml(options).dump(plain(tree));
  }

  private static Object plain(JsonElement tree) {
    if (tree instanceof JsonObject object) {
      Map<String, Object> map = new LinkedHashMap<>();
      object.entrySet().forEach(e -> map.put(e.getKey(), plain(e.getValue())));
      return map;
    }
    if (tree.isJsonArray()) {
      List<Object> list = new ArrayList<>();
      tree.getAsJsonArray().forEach(e -> list.add(plain(e)));
      return list;
    }
    JsonPrimitive primitive = tree.getAsJsonPrimitive();
    if (primitive.isBoolean()) {
      return primitive.getAsBoolean();
    }
    return primitive.isNumber() ? primitive.getAsNumber() : primitive.getAsString();
  }
}
