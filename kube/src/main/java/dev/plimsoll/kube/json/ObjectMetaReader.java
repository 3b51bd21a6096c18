package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectMetaBuilder;
import dev.plimsoll.kubernetes.object.OwnerReference;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads what all objects have. */
final class ObjectMetaReader {
  private static final Interner<List<OwnerReference>> OWNERS = new Interner<>(1 << 11);
  private static final Interner<List<Condition>> CONDITIONS = new Interner<>(1 << 11);

  private ObjectMetaReader() {}

  static ObjectMeta metadata(Fields object) {
    Fields meta = object.object("metadata");
    Map<String, String> annotations = meta.map("annotations");
    return withoutAnnotations(meta)
        .annotations(
            annotations.isEmpty()
                ? annotations
                : annotations.entrySet().stream()
                    .filter(e -> KnownAnnotations.areRead(e.getKey()))
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)))
        .build();
  }

  /** Of objects whose status says how much is used, so that a write of it may free some. */
  static ObjectMeta ofAccount(Fields object) {
    return metadata(object).withModified(modified(object.object("metadata"), e -> true));
  }

  static ObjectMeta withAllAnnotations(Fields object) {
    Fields meta = object.object("metadata");
    return withoutAnnotations(meta).annotations(meta.map("annotations")).build();
  }

  private static ObjectMetaBuilder withoutAnnotations(Fields meta) {
    return ObjectMeta.builder()
        .name(meta.string("name"))
        .generateName(meta.string("generateName"))
        .namespace(meta.string("namespace"))
        .uid(meta.string("uid"))
        .resourceVersion(meta.string("resourceVersion"))
        .generation(meta.wholeNumber("generation"))
        .labels(meta.map("labels"))
        .owners(meta.list("ownerReferences", OWNERS, ObjectMetaReader::owner))
        .finalizers(meta.strings("finalizers"))
        .creationTimestamp(meta.time("creationTimestamp"))
        .modified(modified(meta, e -> e.string("subresource").isEmpty()))
        .deletionTimestamp(meta.time("deletionTimestamp"))
        .deletionGracePeriodSeconds(meta.wholeNumber("deletionGracePeriodSeconds"));
  }

  private static Optional<Instant> modified(Fields meta, Predicate<Fields> counts) {
    return meta.list("managedFields", e -> e).stream()
        .filter(counts)
        .flatMap(e -> e.time("time").stream())
        .max(Comparator.naturalOrder());
  }

  static List<Condition> conditions(Fields status) {
    return conditions(status, ObjectMetaReader::tellsOfWaiting);
  }

  /** Returns the conditions of a pod; until its containers start, with the time of its node. */
  static List<Condition> podConditions(Fields status) {
    return conditions(
        status,
        status.string("phase").equals("Pending")
            ? (type, value) -> type.equals("PodScheduled") || tellsOfWaiting(type, value)
            : ObjectMetaReader::tellsOfWaiting);
  }

  private static List<Condition> conditions(Fields status, BiPredicate<String, String> isTimed) {
    List<Condition> conditions = status.list("conditions", c -> condition(c, isTimed));
    return conditions.isEmpty()
        ? conditions
        : CONDITIONS.intern(conditions, () -> List.copyOf(conditions));
  }

  /** Returns the conditions of a node, with the time of those for which the node takes no pods. */
  static List<Condition> nodeConditions(Fields status) {
    return status.list("conditions", c -> condition(c, ObjectMetaReader::keepsPodsAway));
  }

  private static Condition condition(Fields condition, BiPredicate<String, String> isTimed) {
    String type = condition.string("type");
    String status = condition.string("status");
    return new Condition(
        type,
        status,
        condition.string("reason"),
        condition.string("message"),
        isTimed.test(type, status) ? condition.time("lastTransitionTime") : Optional.empty());
  }

  /** Other conditions are shared among objects, as they are without a time. */
  private static boolean tellsOfWaiting(String type, String status) {
    return type.equals("ReplicaFailure")
        || type.equals("Admitted")
        || type.equals("QuotaReserved")
        || (type.equals("PodResizePending") && status.equals("True"))
        || (type.equals("PodScheduled") && !status.equals("True"));
  }

  private static boolean keepsPodsAway(String type, String status) {
    return type.equals("Ready") != status.equals("True");
  }

  private static OwnerReference owner(Fields owner) {
    return new OwnerReference(
        owner.string("apiVersion"),
        owner.string("kind"),
        owner.string("name"),
        owner.string("uid"),
        owner.bool("controller"));
  }
}
