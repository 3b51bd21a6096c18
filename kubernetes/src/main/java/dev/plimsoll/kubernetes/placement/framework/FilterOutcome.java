package dev.plimsoll.kubernetes.placement.framework;

import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The status of each of a snapshot's nodes, in their order. Alike pods share an outcome, so nobody
 * changes it.
 */
final class FilterOutcome {
  private final Status[] statuses;
  private final int[] fitting;
  private final Optional<Rejection> failure;

  FilterOutcome(Status[] statuses) {
    this.statuses = statuses;
    int[] indexes = new int[statuses.length];
    int count = 0;
    Optional<Rejection> first = Optional.empty();
    for (int i = 0; i < statuses.length; i++) {
      if (!(statuses[i] instanceof Rejection rejection)) {
        indexes[count++] = i;
      } else if (first.isEmpty() && rejection.code() == Rejection.Code.ERROR) {
        first = Optional.of(rejection);
      }
    }
    this.fitting = Arrays.copyOf(indexes, count);
    this.failure = first;
  }

  /** Returns the outcome where all nodes have one status. */
  static FilterOutcome ofAll(Status status, int nodes) {
    Status[] statuses = new Status[nodes];
    Arrays.fill(statuses, status);
    return new FilterOutcome(statuses);
  }

  /** Returns the indexes of the nodes that fit. */
  int[] fitting() {
    return fitting;
  }

  /** Returns the names of the nodes that fit. */
  List<String> feasible(Snapshot snapshot) {
    return snapshot.names(fitting);
  }

  /** Returns the first rejection by a plug-in that failed. */
  Optional<Rejection> failure() {
    return failure;
  }

  /**
   * Returns why each node was rejected.
   *
   * @param otherwise the rejection of nodes that fit
   */
  Rejection[] rejections(Rejection otherwise) {
    Rejection[] rejections = new Rejection[statuses.length];
    for (int i = 0; i < statuses.length; i++) {
      rejections[i] = statuses[i] instanceof Rejection rejection ? rejection : otherwise;
    }
    return rejections;
  }
}
