package dev.plimsoll.kube.file;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.json.DecodeException;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kube.json.PlainFields;
import dev.plimsoll.kubernetes.apply.ThreeWayMerge;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ServedFields;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.model.check.PatchedObject;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Applies manifests to the stored objects: pods, and objects of built-in kinds that make pods. The
 * stored objects must be known with all their fields; a redacted object isn't.
 */
public final class AppliedFields {
  private static final Set<String> GROUPS = Set.of("", "apps", "batch");
  private static final String LAST = "kubectl.kubernetes.io/last-applied-configuration";

  /** Stands for a removed image in redacted snapshots. */
  private static final String REDACTED = "redacted";

  private AppliedFields() {}

  /**
   * Returns manifests with the stored objects that they change.
   *
   * @param cluster what is stored
   * @param stored reads objects with all their fields, as nested maps and lists; an object that
   *     can't be read is left out
   */
  public static List<SourcedObject> patching(
      List<SourcedObject> manifests,
      Cluster cluster,
      Function<Collection<ApiObject>, Map<ServedFields.Key, Map<String, Object>>> stored) {
    List<ApiObject> changed =
        manifests.stream().map(SourcedObject::object).filter(o -> changes(o, cluster)).toList();
    Map<ServedFields.Key, Map<String, Object>> found = stored.apply(changed);
    return manifests.stream()
        .map(
            m ->
                Optional.ofNullable(found.get(ServedFields.Key.of(m.object())))
                    .flatMap(fields -> patched(m, fields))
                    .map(m::patching)
                    .orElse(m))
        .toList();
  }

  /** Returns a sentence that counts the stored objects whose fields aren't all known, if any. */
  public static Optional<String> partlyKnown(Collection<SourcedObject> manifests, Cluster cluster) {
    long count =
        manifests.stream()
            .filter(m -> m.patched().isEmpty() && changes(m.object(), cluster))
            .count();
    return count == 0
        ? Optional.empty()
        : Optional.of(
            "not all fields of "
                + Counted.of(count, "stored object")
                + " are known (redacted, not read, or forbidden):"
                + " check finds fewer errors in a change");
  }

  /** Returns whether an object is stored, and of a kind whose fields are merged. */
  public static boolean changes(ApiObject object, Cluster cluster) {
    boolean isMerged =
        object instanceof Pod
            || (object instanceof Workload && GROUPS.contains(object.type().group()));
    return isMerged
        && cluster.find(object.getClass(), object.namespace(), object.identity()).isPresent();
  }

  private static Optional<PatchedObject> patched(
      SourcedObject manifest, Map<String, Object> stored) {
    if (isRedacted(stored) || !isOfSameVersion(manifest.fields(), stored)) {
      return Optional.empty();
    }
    Map<String, Object> merged = ThreeWayMerge.of(stored, lastApplied(stored), manifest.fields());
    try {
      ApiObject object =
          ObjectReader.read(JsonTree.of(new Gson().toJsonTree(merged).getAsJsonObject()));
      return Optional.of(new PatchedObject(object, merged, stored));
    } catch (DecodeException e) {
      return Optional.empty();
    }
  }

  /** Items of lists may lack the version; the reader found the object by its kind then. */
  private static boolean isOfSameVersion(Map<String, Object> manifest, Map<String, Object> stored) {
    return manifest.containsKey("apiVersion")
        && manifest.containsKey("kind")
        && manifest.get("apiVersion").equals(stored.getOrDefault("apiVersion", ""));
  }

  private static boolean isRedacted(Object value) {
    if (value instanceof Map<?, ?> map) {
      return REDACTED.equals(map.get("image"))
          || map.values().stream().anyMatch(AppliedFields::isRedacted);
    }
    return value instanceof List<?> list && list.stream().anyMatch(AppliedFields::isRedacted);
  }

  /** Returns the manifest that kubectl applied last; nothing if another tool made the object. */
  private static Map<String, Object> lastApplied(Map<String, Object> stored) {
    if (!(stored.get("metadata") instanceof Map<?, ?> metadata)
        || !(metadata.get("annotations") instanceof Map<?, ?> annotations)
        || !(annotations.get(LAST) instanceof String text)) {
      return Map.of();
    }
    try {
      return JsonParser.parseString(text) instanceof JsonObject last
          ? PlainFields.of(JsonTree.of(last))
          : Map.of();
    } catch (JsonParseException e) {
      return Map.of();
    }
  }
}
