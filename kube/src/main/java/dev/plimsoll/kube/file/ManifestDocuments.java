package dev.plimsoll.kube.file;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.json.DecodeException;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.NullItems;
import dev.plimsoll.kube.json.ObjectNames;
import dev.plimsoll.kube.json.PlainFields;
import dev.plimsoll.kube.json.RestMapper;
import dev.plimsoll.kube.json.StrictDecoding;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kube.yaml.FieldPositions;
import dev.plimsoll.kube.yaml.YamlNodes;
import dev.plimsoll.kube.yaml.YamlToJson;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PartialObjectMetadata;
import dev.plimsoll.kubernetes.validation.Decoding;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import dev.plimsoll.kubernetes.workload.Workloads;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/** Reads the objects of one file with their places. JSON is read as the YAML that it is. */
final class ManifestDocuments {
  private static final String RENDER =
      "is a template that nobody has rendered; check the output of helm template, or of the engine"
          + " that renders it";

  private static final Pattern VARIABLE = Pattern.compile("\"\\$[A-Za-z_{(]");

  private static final String VARIABLES = "; substitute its variables before you check it";

  /** Kinds with a spec that no rule reads, and that are in no namespace. */
  private static final Set<String> CLUSTER_SCOPED =
      Set.of(
          "APIService",
          "CSIDriver",
          "CertificateSigningRequest",
          "ClusterIssuer",
          "ClusterPolicy",
          "ClusterQueue",
          "CustomResourceDefinition",
          "FlowSchema",
          "IngressClass",
          "PriorityLevelConfiguration",
          "ResourceFlavor",
          "Topology");

  private final String file;
  private final String namespace;
  private final List<SourcedObject> objects = new ArrayList<>();
  private int unrecognized;

  private ManifestDocuments(String file, String namespace) {
    this.file = file;
    this.namespace = namespace;
  }

  /**
   * The documents of a file.
   *
   * @param objects its objects
   * @param unrecognized how many documents are no objects of the Kubernetes API
   */
  record Content(List<SourcedObject> objects, int unrecognized) {
    Content {
      objects = List.copyOf(objects);
    }
  }

  /**
   * Reads a file.
   *
   * @param namespace the namespace of objects that name none
   * @throws InputException if it is no YAML or JSON, or an object of it can't be read
   */
  static Content read(String text, String file, String namespace) {
    ManifestDocuments documents = new ManifestDocuments(file, namespace);
    try {
      YamlNodes.forEach(new StringReader(plain(text)), documents::document);
    } catch (MarkedYAMLException e) {
      throw documents.malformed(text, e);
    } catch (YAMLException e) {
      throw new InputException(file + " is not correct YAML: " + YamlNodes.problem(e) + ".");
    }
    return new Content(documents.objects, documents.unrecognized);
  }

  /** JSON may be indented with tabs, and has none in its texts. */
  private static String plain(String text) {
    String unmarked = text.startsWith("\ufeff") ? text.substring(1) : text;
    String first = unmarked.stripLeading();
    return first.startsWith("{") || first.startsWith("[") ? unmarked.replace('\t', ' ') : unmarked;
  }

  private InputException malformed(String text, MarkedYAMLException e) {
    Optional<Mark> mark = Optional.ofNullable(e.getProblemMark());
    String where = mark.map(this::at).orElse(file);
    String line = mark.map(m -> text.lines().skip(m.getLine()).findFirst().orElse("")).orElse("");
    if (line.contains("{{") || text.lines().anyMatch(l -> l.strip().startsWith("{{"))) {
      return new InputException(where + ": " + RENDER + ".");
    }
    if (line.contains("${")) {
      return new InputException(where + ": is not correct YAML" + VARIABLES + ".");
    }
    boolean isTab = line.stripTrailing().indexOf('\t') >= 0 && YamlNodes.problem(e).contains("TAB");
    return new InputException(
        where
            + ": "
            + (isTab
                ? "a tab indents this line; YAML allows spaces only"
                : "is not correct YAML: " + YamlNodes.problem(e))
            + ".");
  }

  private String at(Mark mark) {
    return file + ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1);
  }

  private void document(Node node) {
    Optional<Mark> template = UnrenderedTemplate.find(node);
    if (template.isPresent()) {
      throw new InputException(at(template.get()) + ": " + RENDER + ".");
    }
    JsonElement json = YamlToJson.of(node);
    FieldPositions positions = FieldPositions.of(node);
    if (json instanceof JsonObject object) {
      object(object, List.of(), Optional.empty(), positions);
    } else if (json instanceof JsonArray array) {
      items(array, List.of(), Optional.empty(), positions);
    } else if (!json.isJsonNull()) {
      unrecognized++;
    }
  }

  private void items(
      JsonArray items,
      List<String> prefix,
      Optional<GroupVersionKind> type,
      FieldPositions positions) {
    for (int i = 0; i < items.size(); i++) {
      List<String> path = new ArrayList<>(prefix);
      path.add(Integer.toString(i));
      if (items.get(i) instanceof JsonObject item) {
        object(item, path, type, positions);
      } else {
        unrecognized++;
      }
    }
  }

  private void object(
      JsonObject json,
      List<String> prefix,
      Optional<GroupVersionKind> type,
      FieldPositions positions) {
    JsonTree tree = JsonTree.of(json);
    boolean isList = tree.text("kind").endsWith("List") || tree.text("kind").isEmpty();
    if (isList && json.get("items") instanceof JsonArray items) {
      List<String> path = new ArrayList<>(prefix);
      path.add("items");
      Optional<GroupVersionKind> itemType =
          Optional.of(ListFlattener.itemType(tree)).filter(t -> !t.kind().isEmpty());
      items(items, path, itemType, positions);
    } else if (type.isEmpty() && !ListFlattener.isOfApi(tree)) {
      unrecognized++;
    } else {
      boolean hasChanged = NullItems.replace(typeOf(tree, type), json);
      objects.add(sourced(hasChanged ? JsonTree.of(json) : tree, prefix, type, positions));
    }
  }

  private SourcedObject sourced(
      JsonTree tree,
      List<String> prefix,
      Optional<GroupVersionKind> type,
      FieldPositions positions) {
    GroupVersionKind kind = typeOf(tree, type);
    Decoding decoding = StrictDecoding.of(kind.apiVersion(), kind.kind(), tree.toJson());
    try {
      JsonTree placed = placed(tree, kind);
      return new SourcedObject(
          type.isPresent() && !placed.has("kind")
              ? FileObjectReader.checked(placed, kind)
              : FileObjectReader.checked(placed),
          PlainFields.of(placed),
          decoding,
          file,
          prefix,
          positions,
          ManifestMerge.NONE);
    } catch (DecodeException e) {
      String hint = hint(tree, String.valueOf(e.getMessage()));
      if (decoding.error(KubernetesVersion.V1_36).isPresent() && hint.isEmpty()) {
        return new SourcedObject(
            named(tree, kind),
            PlainFields.of(tree),
            decoding,
            file,
            prefix,
            positions,
            ManifestMerge.NONE);
      }
      List<String> path = new ArrayList<>(prefix);
      path.addAll(List.of(e.path().split("[.\\[\\]]+")));
      FieldPositions.TextRegion at = positions.of(path);
      throw new InputException(
          file
              + ":"
              + at.line()
              + ":"
              + at.column()
              + ": "
              + FileObjectReader.label(tree)
              + e.getMessage()
              + hint
              + ".");
    }
  }

  /**
   * Returns the object with the namespace that kubectl would give it. To the API server a workload
   * without a spec has an empty one.
   */
  private JsonTree placed(JsonTree tree, GroupVersionKind kind) {
    JsonObject json = tree.toJson();
    boolean lacksSpec = !(json.get("spec") instanceof JsonObject) && isBuiltIn(kind);
    if (lacksSpec && json.has("spec") && !json.get("spec").isJsonNull()) {
      throw new DecodeException("spec", "must be an object");
    }
    if (lacksSpec) {
      json.add("spec", new JsonObject());
    }
    JsonObject metadata =
        json.get("metadata") instanceof JsonObject given ? given : new JsonObject();
    if (isNamespaced(tree, kind) && !metadata.has("namespace")) {
      metadata.addProperty("namespace", namespace);
      json.add("metadata", metadata);
    } else if (!lacksSpec) {
      return tree;
    }
    return JsonTree.of(json);
  }

  private static boolean isNamespaced(JsonTree tree, GroupVersionKind kind) {
    return SnapshotResource.all().stream()
        .filter(r -> r.resource().type().group().equals(kind.group()))
        .filter(r -> r.resource().type().kind().equals(kind.kind()))
        .findFirst()
        .map(r -> r.resource().namespaced())
        .orElse(tree.has("spec") && !CLUSTER_SCOPED.contains(kind.kind()));
  }

  /** Returns an object that can't be decoded: its kind and its name are all that is known. */
  private PartialObjectMetadata named(JsonTree tree, GroupVersionKind kind) {
    JsonTree metadata = tree.object("metadata");
    String given = metadata.text("namespace");
    String placed = given.isEmpty() && isNamespaced(tree, kind) ? namespace : given;
    return new PartialObjectMetadata(
        ObjectMeta.of(placed, metadata.text("name")), kind, RestMapper.guessKindToResource(kind));
  }

  private static GroupVersionKind typeOf(JsonTree tree, Optional<GroupVersionKind> ofItems) {
    return ofItems.filter(t -> !tree.has("kind")).orElseGet(() -> ListFlattener.type(tree));
  }

  private static boolean isBuiltIn(GroupVersionKind kind) {
    return Workloads.BUILT_IN_RESOURCES.contains(RestMapper.guessKindToResource(kind));
  }

  /** A variable is the most frequent reason for a name or an amount that is none. */
  private static String hint(JsonTree tree, String error) {
    String name = ObjectNames.of(tree);
    return name.contains("$") || name.contains("{{") || VARIABLE.matcher(error).find()
        ? VARIABLES
        : "";
  }
}
