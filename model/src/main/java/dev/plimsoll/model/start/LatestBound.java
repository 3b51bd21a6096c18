package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.model.whatif.Lazy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A bound on the start of a single pod that follows from deadlines alone. A running pod that holds
 * at least as much as the waiting pod requests, on a node that would take it, ends by its deadline.
 * The waiting pod then fits, whatever others have filled. Each pod before it may take the place of
 * one such node. Nobody who comes later may pass, since no priority class is above its priority.
 */
final class LatestBound {
  /**
   * How long kube-scheduler may wait before it tries a pod again, and kubelet before it reports.
   */
  static final long LEEWAY_SECONDS = 30;

  private final QueueState state;
  private final StartQuestion question;
  private final List<Occupant> limited;
  private final Lazy<OptionalLong> highest = new Lazy<>(this::highest);

  LatestBound(QueueState state, StartQuestion question) {
    this.state = state;
    this.question = question;
    this.limited =
        state.occupants().stream().filter(o -> o.mostSeconds() < Double.POSITIVE_INFINITY).toList();
  }

  Optional<LatestStart> of(QueueUnit unit, PlaceInQueue places) {
    RequestShape shape = unit.shapes().get(0);
    if (limited.isEmpty()
        || unit.isGang()
        || unit.isGated()
        || !shape.isLocal()
        || state.shares().concerns(unit.first())
        || !isHighest(unit.priority())) {
      return Optional.empty();
    }
    Map<Integer, Double> byNode = new HashMap<>();
    for (Occupant occupant : limited) {
      if (holds(occupant, shape)
          && shape.eligible().get(occupant.node())
          && !isTooFull(occupant.node())) {
        byNode.merge(occupant.node(), occupant.mostSeconds(), Math::min);
      }
    }
    List<Double> ends = new ArrayList<>(byNode.values());
    ends.sort(null);
    int passing = places.podsBefore(unit);
    if (ends.size() <= passing || ends.get(passing) + LEEWAY_SECONDS > unit.jobDeadline()) {
      return Optional.empty();
    }
    Instant at =
        question.now().plusMillis((long) Math.ceil((ends.get(passing) + LEEWAY_SECONDS) * 1000));
    return Optional.of(
        new LatestStart(
            at,
            List.of(
                "the deadlines (activeDeadlineSeconds) of running pods or their Jobs free a node for it"
                    + (passing == 0 ? "" : ", and for each of the pods before it,")
                    + " by then",
                "no priority class, apart from those of the system, is above its priority, so no"
                    + " pod that comes later goes before it")));
  }

  private boolean isHighest(int priority) {
    OptionalLong most = highest.get();
    return most.isPresent() && most.getAsLong() <= priority;
  }

  /**
   * Returns the highest priority that a pod may come with, apart from those of the system. Empty if
   * it isn't known, or another scheduler places pods, too.
   */
  private OptionalLong highest() {
    Cluster cluster = question.simulation().cluster();
    boolean isKnown =
        cluster.covers(PriorityClass.RESOURCE)
            && cluster.list(Pod.class).stream().allMatch(question.simulation()::isScheduled);
    return isKnown
        ? OptionalLong.of(
            cluster.list(PriorityClass.class).stream()
                .mapToLong(PriorityClass::value)
                .filter(v -> v < 2_000_000_000)
                .max()
                .orElse(Long.MIN_VALUE))
        : OptionalLong.empty();
  }

  private static boolean holds(Occupant occupant, RequestShape shape) {
    for (int i = 0; i < shape.request().length; i++) {
      if (shape.request()[i] > occupant.held()[i]) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether more is placed on the node than it has, so that an end may free nothing. */
  private boolean isTooFull(int node) {
    long[] free = state.nodes().free();
    for (int i = 0; i < state.nodes().columns(); i++) {
      if (free[node * state.nodes().columns() + i] < 0) {
        return true;
      }
    }
    return false;
  }
}
