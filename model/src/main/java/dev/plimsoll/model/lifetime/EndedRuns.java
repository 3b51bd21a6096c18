package dev.plimsoll.model.lifetime;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Ends of pods that were seen while a cluster changed. At most {@link #MOST_OWNERS} owners are
 * kept, those whose pods ended last, with {@link #MOST_ENDS} ends each: at 120 bytes a run, at most
 * 60 MB, and for 10,000 owners with ten ends each 12 MB. For one thread at a time.
 */
public final class EndedRuns {
  static final int MOST_OWNERS = 10_000;
  static final int MOST_ENDS = 50;

  private final Map<OwnerKey, Deque<PodRun>> byOwner = new LinkedHashMap<>(16, 0.75F, true);
  private final Map<OwnerKey, Pod> examples = new HashMap<>();
  private Map<String, Seen> running = Map.of();

  private record Seen(Pod pod, PodRun run) {}

  /**
   * Looks at a cluster: a pod that ran at the last look and is gone, or has ended, is an end.
   *
   * @param tenantOf the tenant of a namespace, or the namespace
   * @param now when a pod that is gone is taken to have ended
   */
  @SuppressWarnings("ReferenceEquality") // A watch gives an unchanged pod as the same object.
  public void look(Cluster cluster, UnaryOperator<String> tenantOf, Instant now) {
    Map<String, Seen> before = running;
    Map<String, Seen> next = new HashMap<>();
    Map<String, PodRun> ended = new HashMap<>();
    for (Pod pod : cluster.list(Pod.class)) {
      String uid = pod.metadata().uid();
      Seen known = before.get(uid);
      Optional<PodRun> run =
          known != null && known.pod() == pod
              ? Optional.of(known.run())
              : PodRun.of(pod, tenantOf.apply(pod.namespace()), cluster)
                  .filter(r -> !r.owner().isService());
      run.filter(r -> r.ended().isEmpty()).ifPresent(r -> next.put(uid, new Seen(pod, r)));
      run.filter(r -> r.ended().isPresent()).ifPresent(r -> ended.put(uid, r));
    }
    before.forEach(
        (uid, seen) -> {
          if (!next.containsKey(uid)) {
            keep(seen.pod(), ended.getOrDefault(uid, seen.run().withEnd(now)));
          }
        });
    running = next;
  }

  private void keep(Pod pod, PodRun run) {
    Deque<PodRun> runs = byOwner.computeIfAbsent(run.owner(), o -> new ArrayDeque<>(4));
    runs.addLast(run);
    examples.put(run.owner(), pod);
    if (runs.size() > MOST_ENDS) {
      runs.removeFirst();
    }
    if (byOwner.size() > MOST_OWNERS) {
      OwnerKey eldest = byOwner.keySet().iterator().next();
      byOwner.remove(eldest);
      examples.remove(eldest);
    }
  }

  /** Returns the ends that were seen. */
  public LifetimeHistory history() {
    List<PodRun> all = new ArrayList<>();
    byOwner.values().forEach(all::addAll);
    return new LifetimeHistory(all, examples);
  }
}
