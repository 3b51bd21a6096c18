package dev.plimsoll.kube.file;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.yaml.YamlToJson;
import java.io.Reader;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/** Reads YAML, any number of documents, as kubectl does: by way of JSON. */
final class YamlDocuments {
  private YamlDocuments() {}

  static void read(Reader source, String file, ObjectSink sink) {
    DocumentLocation documentLocation = new DocumentLocation(file, 0);
    try {
      for (Node node : new Yaml(YamlToJson.options()).composeAll(source)) {
        documentLocation = documentLocation.next();
        JsonElement document = YamlToJson.of(node);
        if (document instanceof JsonObject object) {
          new ListFlattener(sink, documentLocation).object(JsonTree.of(object));
        } else if (!document.isJsonNull()) {
          sink.unrecognized(documentLocation);
        }
      }
    } catch (MarkedYAMLException e) {
      throw documentLocation
          .next()
          .error("is not correct YAML" + where(e) + ": " + e.getProblem() + ".");
    } catch (YAMLException e) {
      throw documentLocation.next().error("is not correct YAML: " + e.getMessage() + ".");
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
