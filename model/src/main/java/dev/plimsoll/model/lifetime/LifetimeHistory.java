package dev.plimsoll.model.lifetime;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/**
 * Runs of pods, ended or not. Never changes.
 *
 * @param runs each run once
 * @param examples a pod of each owner, as its next pods will be; an owner may be missing
 */
public record LifetimeHistory(List<PodRun> runs, Map<OwnerKey, Pod> examples) {
  /** The oldest first; names decide nothing. */
  private static final Comparator<Pod> BY_AGE =
      Comparator.comparing((Pod p) -> p.metadata().creationTimestamp().orElse(Instant.MIN))
          .thenComparing(p -> p.metadata().uid());

  /** Nothing was observed. */
  public static final LifetimeHistory NONE = new LifetimeHistory(List.of(), Map.of());

  public LifetimeHistory {
    runs = List.copyOf(runs);
    examples = Map.copyOf(examples);
  }

  /** Returns a history of runs without examples. */
  public static LifetimeHistory of(Collection<PodRun> runs) {
    return new LifetimeHistory(List.copyOf(runs), Map.of());
  }

  /**
   * Returns the runs of the pods that a cluster has, finished pods included.
   *
   * @param tenantOf the tenant of a namespace, or the namespace
   */
  public static LifetimeHistory of(Cluster cluster, UnaryOperator<String> tenantOf) {
    List<PodRun> runs = new ArrayList<>();
    Map<OwnerKey, Pod> examples = new HashMap<>();
    for (Pod pod : cluster.list(Pod.class)) {
      Optional<PodRun> run = PodRun.of(pod, tenantOf.apply(pod.namespace()), cluster);
      run.ifPresent(runs::add);
      run.ifPresent(r -> examples.merge(r.owner(), pod, BinaryOperator.maxBy(BY_AGE)));
    }
    return new LifetimeHistory(runs, examples);
  }

  /** Returns the history without runs that another has too. */
  public LifetimeHistory without(LifetimeHistory other) {
    Set<PodRun> known = new HashSet<>(other.runs);
    return new LifetimeHistory(runs.stream().filter(r -> !known.contains(r)).toList(), examples);
  }

  /** Returns the history with other runs. */
  public LifetimeHistory and(LifetimeHistory other) {
    List<PodRun> all = new ArrayList<>(runs);
    all.addAll(other.runs);
    Map<OwnerKey, Pod> both = new HashMap<>(examples);
    both.putAll(other.examples);
    return new LifetimeHistory(all, both);
  }
}
