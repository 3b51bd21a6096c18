package dev.plimsoll.bench.when;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.model.start.Needs;
import dev.plimsoll.model.start.Needs.ReleaseSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Does in the replay what an answer says must happen first, and looks whether the pod starts. The
 * pods before it in the queue are set aside, as the answer is about what they leave.
 */
final class NeedsReplay {
  private final AskedQueue queue;
  private final Scenario scenario;

  NeedsReplay(AskedQueue queue, Scenario scenario) {
    this.queue = queue;
    this.scenario = scenario;
  }

  /** Returns what is wrong; empty if nothing is. */
  Optional<String> error(Needs needs) {
    if (needs instanceof Needs.Nothing) {
      return starts(List.of()) ? Optional.empty() : Optional.of("needs nothing, but doesn't start");
    }
    if (needs instanceof Needs.Release release) {
      return error(release);
    }
    if (needs instanceof Needs.NothingEnds
        || needs instanceof Needs.NotAccepted
        || needs instanceof Needs.Event) {
      return Optional.of("is said to need something else than the end of pods: " + needs);
    }
    return Optional.empty();
  }

  private Optional<String> error(Needs.Release release) {
    if (startsInQueue(without(List.of()))) {
      return Optional.of("needs ends, but starts without");
    }
    for (ReleaseSet set : release.sets()) {
      if (!starts(set.pods())) {
        return Optional.of("doesn't start once " + set.pods().size() + " pods have ended");
      }
    }
    for (ReleaseSet set : release.sets().stream().limit(1).toList()) {
      for (Pod pod : set.pods()) {
        List<Pod> others = set.pods().stream().filter(p -> !p.key().equals(pod.key())).toList();
        if (startsInQueue(without(others))) {
          return Optional.of("starts without the end of one of " + set.pods().size() + " pods");
        }
      }
    }
    return Optional.empty();
  }

  /** Returns whether the pod starts once those have ended, perhaps if no other pod waits. */
  private boolean starts(Collection<Pod> ended) {
    Cluster cluster = without(ended);
    return startsInQueue(cluster) || startsInQueue(alone(cluster));
  }

  private Cluster without(Collection<Pod> ended) {
    Cluster cluster = queue.cluster();
    for (Pod pod : ended) {
      cluster = cluster.without(pod);
    }
    return cluster;
  }

  private boolean startsInQueue(Cluster cluster) {
    ReplayState state = new ReplayState(cluster, scenario.policies());
    List<Pod> together = state.pending().stream().filter(this::goesWith).toList();
    return PlacementPass.run(scenario.policies(), state, together).stream()
        .anyMatch(p -> p.key().equals(queue.pod().key()));
  }

  /** Returns the cluster without the pods that wait beside this one. */
  private Cluster alone(Cluster cluster) {
    Cluster alone = cluster;
    for (Pod pod : cluster.list(Pod.class)) {
      if (!pod.isBound() && !goesWith(pod)) {
        alone = alone.without(pod);
      }
    }
    return alone;
  }

  private boolean goesWith(Pod pod) {
    Optional<Gang> gang = Gang.of(queue.pod());
    return pod.key().equals(queue.pod().key()) || (gang.isPresent() && Gang.of(pod).equals(gang));
  }
}
