package dev.plimsoll.kube.yaml;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.InputFiles;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads objects, with their lines, from a file of YAML or JSON. */
public final class YamlFile {
  private YamlFile() {}

  /**
   * Returns the objects of all documents; of a list, its items.
   *
   * @throws InputException if the file can't be read or is neither YAML nor JSON
   */
  public static List<YamlObject> read(Path file) {
    return parse(
        file,
        text -> {
          List<YamlObject> objects = new ArrayList<>();
          YamlNodes.forEach(text, node -> gather(node, objects));
          return List.copyOf(objects);
        });
  }

  /**
   * Returns the only document of a file; of an empty file an object without any field.
   *
   * @throws InputException if the file can't be read, or is no such document
   */
  public static YamlObject readOne(Path file) {
    return parse(
        file,
        text -> {
          Optional<Node> document = YamlNodes.only(text);
          if (document.isEmpty()) {
            return new YamlObject(new JsonObject(), FieldLines.NONE);
          }
          Node node = document.get();
          if (YamlToJson.of(node) instanceof JsonObject json) {
            return new YamlObject(json, FieldLines.of(node));
          }
          int line = node.getStartMark().getLine() + 1;
          throw new InputException(file + ", line " + line + ": the document must be a mapping.");
        });
  }

  private static <T> T parse(Path file, Function<Reader, T> parser) {
    try {
      return parser.apply(new StringReader(text(file)));
    } catch (MarkedYAMLException e) {
      String line =
          e.getProblemMark() == null ? "" : ", line " + (e.getProblemMark().getLine() + 1);
      throw new InputException(
          file + line + ": is not correct YAML: " + YamlNodes.problem(e) + ".");
    } catch (YAMLException e) {
      throw new InputException(file + ": is not correct YAML: " + YamlNodes.problem(e) + ".");
    }
  }

  /** Returns the text; in JSON without tabs, which YAML doesn't take between tokens. */
  private static String text(Path file) {
    InputFiles.require(file);
    try {
      String text = Files.readString(file);
      return text.stripLeading().startsWith("{") ? text.replace('\t', ' ') : text;
    } catch (CharacterCodingException e) {
      throw new InputException(file + " is not UTF-8 text.");
    } catch (IOException e) {
      throw new InputException(file + " can't be read; are you allowed to?");
    }
  }

  private static void gather(Node node, List<YamlObject> objects) {
    if (!(node instanceof MappingNode mapping)) {
      return;
    }
    for (NodeTuple tuple : mapping.getValue()) {
      if (tuple.getKeyNode() instanceof ScalarNode key
          && key.getValue().equals("items")
          && tuple.getValueNode() instanceof SequenceNode items) {
        items.getValue().forEach(item -> gather(item, objects));
        return;
      }
    }
    if (YamlToJson.of(mapping) instanceof JsonObject json) {
      objects.add(new YamlObject(json, FieldLines.of(mapping)));
    }
  }
}
