package dev.plimsoll.kube.file;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.PlainFields;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ServedFields;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicyBinding;
import dev.plimsoll.kubernetes.object.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Reads files once more for some objects in full. Such objects make pods that admission policies
 * may look at, or somebody names them.
 */
final class ServedFieldsReader implements ObjectSink {
  private record Identity(GroupVersionKind type, String namespace, String name) {}

  private final Map<Identity, ServedFields.Key> wanted;
  private final JsonPruning pruning;
  private final Map<ServedFields.Key, Map<String, Object>> found = new HashMap<>();

  private ServedFieldsReader(Map<Identity, ServedFields.Key> wanted, JsonPruning pruning) {
    this.wanted = wanted;
    this.pruning = pruning;
  }

  /** Returns a cluster with the objects of these files in full that a policy may need so. */
  static Cluster completed(Cluster cluster, List<Path> files) {
    if (cluster.list(ValidatingAdmissionPolicyBinding.class).stream()
        .noneMatch(ValidatingAdmissionPolicyBinding::denies)) {
      return cluster;
    }
    return cluster.withServed(
        new ServedFields(
            of(
                files,
                cluster.list(Workload.class).stream().filter(w -> !w.inactive()).toList(),
                JsonPruning.AS_SERVED)));
  }

  /** Returns objects of these files in full, without what is not found. */
  static Map<ServedFields.Key, Map<String, Object>> of(
      List<Path> files, Collection<? extends ApiObject> objects, JsonPruning pruning) {
    ServedFieldsReader reader =
        new ServedFieldsReader(
            objects.stream()
                .collect(
                    Collectors.toMap(
                        o -> new Identity(o.type(), o.namespace(), o.name()),
                        ServedFields.Key::of,
                        (one, other) -> one)),
            pruning);
    files.stream().filter(Files::isRegularFile).forEach(reader::read);
    return reader.found;
  }

  /** Reads a file again. If it has become unreadable since, no fields are kept. */
  private void read(Path file) {
    try {
      DocumentReader.read(file, this);
    } catch (InputException e) {
      found.clear();
    }
  }

  @Override
  public JsonPruning pruning() {
    return pruning;
  }

  @Override
  public void object(JsonTree object, DocumentLocation documentLocation) {
    item(object, ListFlattener.type(object), documentLocation);
  }

  @Override
  public void item(JsonTree object, GroupVersionKind type, DocumentLocation documentLocation) {
    JsonTree metadata = object.object("metadata");
    ServedFields.Key key =
        wanted.get(new Identity(type, metadata.text("namespace"), metadata.text("name")));
    if (key != null) {
      found.put(key, PlainFields.of(object));
    }
  }

  @Override
  public void listed(GroupVersionKind type, DocumentLocation documentLocation) {}

  @Override
  public void unrecognized(DocumentLocation documentLocation) {}
}
