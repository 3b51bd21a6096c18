package dev.plimsoll.kube.file;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.yaml.YamlNodes;
import dev.plimsoll.kube.yaml.YamlToJson;
import java.io.IOException;
import java.io.Reader;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/** Reads YAML, any number of documents, as kubectl does: by way of JSON. */
final class YamlDocuments {
  private final ObjectSink sink;
  private DocumentLocation next;

  private YamlDocuments(ObjectSink sink, DocumentLocation first) {
    this.sink = sink;
    this.next = first;
  }

  static void read(Reader source, String file, ObjectSink sink) throws IOException {
    YamlDocuments documents = new YamlDocuments(sink, new DocumentLocation(file, 1));
    try {
      YamlNodes.forEach(source, documents::document);
    } catch (MarkedYAMLException e) {
      throw documents.malformed(where(e) + ": " + YamlNodes.problem(e));
    } catch (YAMLException e) {
      if (e.getCause() instanceof IOException unreadable) {
        throw unreadable;
      }
      throw documents.malformed(": " + YamlNodes.problem(e));
    }
  }

  private void document(Node node) {
    DocumentLocation documentLocation = next;
    next = next.next();
    JsonElement document = YamlToJson.of(node);
    if (document instanceof JsonObject object) {
      new ListFlattener(sink, documentLocation).object(JsonTree.of(object));
    } else if (!document.isJsonNull()) {
      sink.unrecognized(documentLocation);
    }
  }

  private RuntimeException malformed(String problem) {
    return next.error("is not correct YAML" + problem + ".");
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
