package dev.plimsoll.kube.file;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.yaml.YamlJson;
import java.io.Reader;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/** Reads YAML, any number of documents, as kubectl does: by way of JSON. */
final class YamlDocuments {
  private YamlDocuments() {}

  static void read(Reader source, String file, ObjectSink sink) {
    Place place = new Place(file, 0);
    try {
      for (Node node : new Yaml(YamlJson.options()).composeAll(source)) {
        place = place.next();
        JsonElement document = YamlJson.of(node);
        if (document instanceof JsonObject object) {
          new Lists(sink, place).object(JsonTree.of(object));
        } else if (!document.isJsonNull()) {
          sink.foreign(place);
        }
      }
    } catch (MarkedYAMLException e) {
      throw place.next().problem("is not correct YAML" + where(e) + ": " + e.getProblem() + ".");
    } catch (YAMLException e) {
      throw place.next().problem("is not correct YAML: " + e.getMessage() + ".");
    }
  }

  private static String where(MarkedYAMLException e) {
    return e.getProblemMark() == null
        ? ""
        : " at line "
            + (e.getProblemMark().getLine() + 1)
            + ", column "
            + (e.getProblemMark().getColumn() + 1);
  }
}
