package dev.plimsoll.kube.file;

import com.google.gson.JsonNull;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import java.util.List;

/** Separates lists from objects, and finds the type of a list's items. */
final class ListFlattener {
  private static final String SUFFIX = "List";

  private final ObjectSink sink;
  private final DocumentLocation documentLocation;

  ListFlattener(ObjectSink sink, DocumentLocation documentLocation) {
    this.sink = sink;
    this.documentLocation = documentLocation;
  }

  /** Returns the kind of a list's items; without a kind for a list of several. */
  static GroupVersionKind itemType(JsonTree list) {
    GroupVersionKind type = type(list);
    String kind =
        type.kind().endsWith(SUFFIX)
            ? type.kind().substring(0, type.kind().length() - SUFFIX.length())
            : type.kind();
    return new GroupVersionKind(type.group(), type.version(), kind);
  }

  static GroupVersionKind type(JsonTree object) {
    return GroupVersionKind.of(object.text("apiVersion"), object.text("kind"));
  }

  /** Passes on a document: an object, or a list's items. */
  void object(JsonTree document) {
    if (document.get("items") instanceof List<?> items) {
      items(document, items.stream().map(this::object).toList());
    } else if (isListOfNone(document)) {
      items(document, List.of());
    } else if (isOfApi(document)) {
      sink.object(document, documentLocation);
    } else {
      sink.unrecognized(documentLocation);
    }
  }

  /** Kubeconfigs and Kustomizations look like objects, and no API server has them. */
  static boolean isOfApi(JsonTree document) {
    boolean isConfig = document.text("kind").equals("Config") && document.has("clusters");
    return (document.has("kind") || document.has("apiVersion"))
        && !isConfig
        && !document.text("apiVersion").startsWith("kustomize.config.k8s.io/");
  }

  /** Go writes a list without items as null. */
  private static boolean isListOfNone(JsonTree document) {
    return document.text("kind").endsWith(SUFFIX)
        && document.has("items")
        && document.get("items") instanceof JsonNull;
  }

  void items(JsonTree list, List<JsonTree> items) {
    GroupVersionKind type = itemType(list);
    items.forEach(item -> item(item, type));
    sink.listed(type, documentLocation);
  }

  void item(JsonTree item, GroupVersionKind type) {
    if (item.has("kind")) {
      object(item);
    } else if (type.kind().isEmpty()) {
      throw documentLocation.error(
          "an item of the list has no kind, and the list doesn't say it either.");
    } else {
      sink.item(item, type, documentLocation);
    }
  }

  private JsonTree object(Object item) {
    if (item instanceof JsonTree object) {
      return object;
    }
    throw documentLocation.error("items holds something other than objects.");
  }
}
