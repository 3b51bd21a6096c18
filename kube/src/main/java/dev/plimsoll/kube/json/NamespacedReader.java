package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.HorizontalPodAutoscaler;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.PodDisruptionBudget;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.object.ServiceAccount;
import dev.plimsoll.kubernetes.object.ServicePort;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads services, service accounts, disruption budgets, autoscalers and events. */
final class NamespacedReader {
  /** The words that Go's {@code strconv.ParseBool} reads as true. */
  private static final Set<String> TRUE = Set.of("1", "t", "T", "true", "TRUE", "True");

  private NamespacedReader() {}

  static Service service(Fields object) {
    Fields spec = object.object("spec");
    return new Service(
        ObjectMetaReader.metadata(object),
        spec.string("type", "ClusterIP"),
        spec.list(
            "ports",
            p -> new ServicePort(p.integer("port").orElse(0), p.integer("nodePort").orElse(0))),
        spec.optionalBool("allocateLoadBalancerNodePorts"),
        spec.map("selector"));
  }

  static ServiceAccount serviceAccount(Fields object) {
    ObjectMeta meta = ObjectMetaReader.metadata(object);
    String enforced = meta.annotations().getOrDefault(KnownAnnotations.MOUNTABLE_SECRETS, "");
    return new ServiceAccount(
        meta,
        TRUE.contains(enforced),
        object.optionalBool("automountServiceAccountToken").orElse(true));
  }

  static PodDisruptionBudget budget(Fields object) {
    Fields status = object.object("status");
    long generation = object.object("metadata").wholeNumber("generation").orElse(0);
    boolean isCurrent = status.wholeNumber("observedGeneration").orElse(0) >= generation;
    return new PodDisruptionBudget(
        ObjectMetaReader.metadata(object),
        object.object("spec").optional("selector").map(SelectorReader::labels),
        status.wholeNumber("disruptionsAllowed").orElse(0),
        status.map("disruptedPods").keySet(),
        isCurrent);
  }

  /** {@code minReplicas} is 1 if it is absent. */
  static HorizontalPodAutoscaler autoscaler(Fields object) {
    Fields spec = object.object("spec");
    Fields target = spec.object("scaleTargetRef");
    return new HorizontalPodAutoscaler(
        ObjectMetaReader.metadata(object),
        GroupVersionKind.of(target.string("apiVersion"), target.string("kind")),
        target.string("name"),
        spec.integer("minReplicas").orElse(1),
        spec.integer("maxReplicas").orElse(0));
  }

  static Event event(Fields object) {
    Fields series = object.object("series");
    Fields regarding = object.optional("regarding").orElse(object.object("involvedObject"));
    return new Event(
        ObjectMetaReader.metadata(object),
        new ObjectReference(
            regarding.string("kind"),
            regarding.string("namespace"),
            regarding.string("name"),
            regarding.string("uid")),
        reporter(object),
        object.string("type"),
        object.string("reason"),
        object.string("note", object.string("message")),
        firstSeen(object),
        lastSeen(object, series),
        Stream.of(
                series.wholeNumber("count"),
                object.wholeNumber("count"),
                object.wholeNumber("deprecatedCount"))
            .mapToLong(c -> c.orElse(0))
            .max()
            .orElse(0));
  }

  /** Components before the API group {@code events.k8s.io} say who they are in the source. */
  private static String reporter(Fields object) {
    return Stream.of(
            object.string("reportingController"),
            object.string("reportingComponent"),
            object.object("deprecatedSource").string("component"),
            object.object("source").string("component"))
        .filter(name -> !name.isEmpty())
        .findFirst()
        .orElse("");
  }

  private static Optional<Instant> firstSeen(Fields object) {
    return Stream.of(
            object.time("firstTimestamp"),
            object.time("deprecatedFirstTimestamp"),
            object.time("eventTime"),
            object.object("metadata").time("creationTimestamp"))
        .flatMap(Optional::stream)
        .min(Instant::compareTo);
  }

  private static Optional<Instant> lastSeen(Fields object, Fields series) {
    return Stream.of(
            series.time("lastObservedTime"),
            object.time("lastTimestamp"),
            object.time("deprecatedLastTimestamp"),
            object.time("eventTime"),
            object.object("metadata").time("creationTimestamp"))
        .flatMap(Optional::stream)
        .max(Instant::compareTo);
  }
}
