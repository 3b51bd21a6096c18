package dev.plimsoll.kubernetes.recorded;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds the newest word of the cluster itself on why pods have no node or weren't created. */
public final class ClusterRecord {
  private static final String EVENT = "event";
  private static final String CONDITION = "condition";
  static final String FAILED_SCHEDULING = "FailedScheduling";
  private static final String REPLICA_SET_DENIED = "ReplicaSetCreateError";
  private static final String FORBIDDEN = "\" is forbidden: ";

  /**
   * Orders records by time. Of two records at one time the event is newer, as it has its own time
   * and not that of a transition.
   */
  private static final Comparator<Recorded> OLDEST_FIRST =
      Comparator.comparing((Recorded r) -> r.time().orElse(Instant.EPOCH))
          .thenComparing(r -> r.source().equals(EVENT));

  private ClusterRecord() {}

  /** Returns why the scheduler left a pod without a node, by what it said last. */
  public static Optional<Recorded> ofScheduling(Cluster cluster, Pod pod) {
    return Stream.concat(
            conditions(pod.status().conditions(), "PodScheduled", "False"),
            events(cluster, pod, e -> isOfScheduler(e, pod)))
        .filter(r -> !r.message().isEmpty())
        .max(OLDEST_FIRST);
  }

  /** Returns why a pod could not be created, by what its creator said last. */
  public static Optional<Recorded> ofCreation(Cluster cluster, Workload creator) {
    return Stream.concat(
            Stream.concat(
                conditions(creator.conditions(), "ReplicaFailure", "True"),
                conditions(creator.conditions(), "Progressing", "False")
                    .filter(r -> r.reason().equals(REPLICA_SET_DENIED))),
            events(cluster, creator, Event::tellsOfFailedCreation))
        .filter(r -> !r.message().isEmpty())
        .max(OLDEST_FIRST);
  }

  /**
   * Returns whether the creator of a pod got the predicted denial at its last attempt. The text and
   * the usage must be equal, and the record must be newer than all known changes.
   */
  public static boolean confirms(Cluster cluster, Workload creator, AdmissionReport predicted) {
    String message = predicted.message();
    int denial = message.indexOf(FORBIDDEN);
    return denial >= 0
        && Contradiction.ofCreation(cluster, creator)
            .filter(Contradiction::isCurrent)
            .filter(c -> c.recorded().message().endsWith(message.substring(denial)))
            .isPresent();
  }

  private static Stream<Recorded> conditions(
      List<Condition> conditions, String type, String status) {
    return conditions.stream()
        .filter(c -> c.type().equals(type) && c.status().equals(status))
        .map(c -> new Recorded(CONDITION, c.reason(), c.message(), c.lastTransitionTime(), 1));
  }

  /**
   * Returns whether an event says why the scheduler left a pod without a node. Karpenter reports
   * {@code FailedScheduling}, too ({@code
   * sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling/events.go}). kube-scheduler
   * reports under the name of the pod's scheduler ({@code pkg/scheduler/profile/profile.go}).
   */
  public static boolean isOfScheduler(Event event, Pod pod) {
    return event.reason().equals(FAILED_SCHEDULING)
        && (event.reporter().isEmpty() || event.reporter().equals(pod.spec().schedulerName()))
        && event.isAbout(pod);
  }

  private static Stream<Recorded> events(Cluster cluster, ApiObject object, Predicate<Event> told) {
    return eventsAbout(cluster, object)
        .filter(told)
        .map(e -> new Recorded(EVENT, e.reason(), e.note(), e.lastSeen(), e.count()));
  }

  /** Returns the events about an object. */
  public static Stream<Event> eventsAbout(Cluster cluster, ApiObject object) {
    return cluster.eventsAbout(object.namespace(), object.type().kind(), object.name()).stream()
        .filter(e -> e.isAbout(object));
  }
}
