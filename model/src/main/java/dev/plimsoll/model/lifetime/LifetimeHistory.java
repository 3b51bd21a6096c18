package dev.plimsoll.model.lifetime;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * Runs of pods, those that ended and those that go on. Never changes.
 *
 * @param runs each run once
 */
public record LifetimeHistory(List<PodRun> runs) {
  /** Nothing was observed. */
  public static final LifetimeHistory NONE = new LifetimeHistory(List.of());

  public LifetimeHistory {
    runs = List.copyOf(runs);
  }

  /** Returns a history of runs. */
  public static LifetimeHistory of(Collection<PodRun> runs) {
    return new LifetimeHistory(List.copyOf(runs));
  }

  /**
   * Returns the runs of the pods that a cluster has, finished pods included.
   *
   * @param tenantOf the tenant of a namespace, or the namespace
   */
  public static LifetimeHistory of(Cluster cluster, Function<String, String> tenantOf) {
    return new LifetimeHistory(
        cluster.list(Pod.class).stream()
            .flatMap(p -> PodRun.of(p, tenantOf.apply(p.namespace()), cluster).stream())
            .toList());
  }

  /** Returns the history with other runs. */
  public LifetimeHistory and(LifetimeHistory other) {
    List<PodRun> all = new java.util.ArrayList<>(runs);
    all.addAll(other.runs);
    return new LifetimeHistory(all);
  }
}
