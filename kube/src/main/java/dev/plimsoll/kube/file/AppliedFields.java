package dev.plimsoll.kube.file;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ServedFields;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Counted;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Applies manifests to the stored objects: pods, and objects of built-in kinds that make pods. The
 * stored objects must be known with all their fields; a redacted object isn't.
 */
public final class AppliedFields {
  private static final Set<String> GROUPS = Set.of("", "apps", "batch");

  /** Stands for a removed image in redacted snapshots. */
  private static final String REDACTED = "redacted";

  private AppliedFields() {}

  /**
   * Returns manifests with the stored objects that they change.
   *
   * @param cluster what is stored
   * @param stored reads objects with all their fields, as nested maps and lists; an object that
   *     can't be read is left out
   * @param mode how manifests are applied
   * @param base the manifests before the change; none if they are not known
   */
  public static List<SourcedObject> patching(
      List<SourcedObject> manifests,
      Cluster cluster,
      Function<Collection<ApiObject>, Map<ServedFields.Key, Map<String, Object>>> stored,
      ApplyMode mode,
      List<SourcedObject> base) {
    List<ApiObject> changed =
        manifests.stream().map(SourcedObject::object).filter(o -> changes(o, cluster)).toList();
    Map<ServedFields.Key, Map<String, Object>> found = stored.apply(changed);
    Map<ServedFields.Key, Map<String, Object>> former = new HashMap<>();
    base.forEach(b -> former.put(ServedFields.Key.of(b.object()), b.fields()));
    return manifests.stream().map(m -> m.with(merge(m, found, former, mode))).toList();
  }

  private static ManifestMerge merge(
      SourcedObject manifest,
      Map<ServedFields.Key, Map<String, Object>> stored,
      Map<ServedFields.Key, Map<String, Object>> former,
      ApplyMode mode) {
    ServedFields.Key key = ServedFields.Key.of(manifest.object());
    ManifestApply apply =
        new ManifestApply(
            manifest.object(), manifest.fields(), Optional.ofNullable(former.get(key)), mode);
    return Optional.ofNullable(stored.get(key))
        .filter(fields -> !isRedacted(fields) && isOfSameVersion(manifest.fields(), fields))
        .map(apply::to)
        .orElseGet(apply::toUnknown);
  }

  /** Returns sentences that count the stored objects that aren't known in full. */
  public static List<String> notKnown(Collection<SourcedObject> manifests, Cluster cluster) {
    List<ManifestMerge> merges =
        manifests.stream()
            .filter(m -> changes(m.object(), cluster))
            .map(SourcedObject::merge)
            .toList();
    return Stream.of(
            sentence(
                merges.stream().filter(m -> m.patched().isEmpty() && m.denial().isEmpty()).count(),
                "not all fields of ",
                " are known (redacted, not read, or forbidden):"
                    + " check finds fewer errors in a change"),
            sentence(
                merges.stream().filter(m -> !m.knowsFormer()).count(),
                "the manifest that was applied last is not known of ",
                ": a field that the manifest lacks is taken as unchanged, unless the base has it"))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<String> sentence(long count, String before, String after) {
    return count == 0
        ? Optional.empty()
        : Optional.of(before + Counted.of(count, "stored object") + after);
  }

  /** Returns whether an object is stored, and of a kind whose fields are merged. */
  public static boolean changes(ApiObject object, Cluster cluster) {
    boolean isMerged =
        object instanceof Pod
            || (object instanceof Workload && GROUPS.contains(object.type().group()));
    return isMerged
        && cluster.find(object.getClass(), object.namespace(), object.identity()).isPresent();
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
}
