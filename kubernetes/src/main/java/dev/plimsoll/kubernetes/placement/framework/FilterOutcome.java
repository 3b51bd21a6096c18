package dev.plimsoll.kubernetes.placement.framework;

import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The status of each of a snapshot's nodes, in their order. Alike pods share an outcome, so nobody
 * changes it.
 */
final class FilterOutcome {
  private final Status[] statuses;
  private final int[] fitting;

  FilterOutcome(Status[] statuses) {
    this.statuses = statuses;
    this.fitting =
        IntStream.range(0, statuses.length).filter(i -> statuses[i].isSuccess()).toArray();
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
    for (Status status : statuses) {
      if (status instanceof Rejection rejection && rejection.code() == Rejection.Code.ERROR) {
        return Optional.of(rejection);
      }
    }
    return Optional.empty();
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
