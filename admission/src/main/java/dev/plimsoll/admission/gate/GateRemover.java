package dev.plimsoll.admission.gate;

import dev.plimsoll.kube.live.FencedException;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.watch.ObservedCluster;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.gate.GateDecision;
import dev.plimsoll.model.gate.GateDecision.Waiting;
import dev.plimsoll.model.gate.GateRelease;
import dev.plimsoll.model.gate.ShareGate;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Removes gates as {@link GateRelease} decides, while it leads. A pod counts as released from
 * before its gate is removed until informers show what has become of it. A new leader removes
 * nothing before it has observed all that the one before it did. For one thread.
 */
final class GateRemover {
  /** The most annotations per run, because each is a write. */
  private static final int MOST_ANNOTATED = 20;

  /** The longest run, so that the next run uses the state of that time even if writes are slow. */
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final Supplier<ObservedCluster> observed;
  private final Supplier<List<CapacityPolicy>> policies;
  private final PodGates gates;
  private final Supplier<Instant> clock;
  private final Ticker ticker;
  private final GateLog log;
  private final Scheduler scheduler = DefaultPlugins.scheduler();
  private final Removals removals = new Removals();
  private Optional<ListedPods> former = Optional.empty();
  private boolean hasTakenOver;

  GateRemover(
      Supplier<ObservedCluster> observed,
      Supplier<List<CapacityPolicy>> policies,
      PodGates gates,
      Supplier<Instant> clock,
      Ticker ticker,
      GateLog log) {
    this.observed = observed;
    this.policies = policies;
    this.gates = gates;
    this.clock = clock;
    this.ticker = ticker;
    this.log = log;
  }

  /** Ends leading: what was begun is for the next leader to observe. */
  void stop() {
    removals.clear();
    former = Optional.empty();
    hasTakenOver = false;
    log.follows();
  }

  /**
   * Removes what gates can be removed.
   *
   * @param areAllPoliciesKnown whether a pod that no policy gates surely is to have no gate
   * @return whether there was time for all of it; else the next run goes on
   */
  boolean run(boolean areAllPoliciesKnown) {
    boolean isAll = true;
    try {
      if (hasTakenOver()) {
        Cluster cluster = observed.get().cluster();
        removals.observe(cluster);
        isAll = removeAll(removals.unanswered());
        isAll &= removeAll(cluster, areAllPoliciesKnown);
      } else {
        log.takesOver();
      }
    } catch (GatesUnavailableException e) {
      log.blocked(String.valueOf(e.getMessage()));
    } catch (FencedException e) {
      stop();
    }
    return isAll;
  }

  /** Lists again until all listed pods were observed, because a listed pod may end meanwhile. */
  private boolean hasTakenOver() throws GatesUnavailableException {
    hasTakenOver = hasTakenOver || former.filter(l -> l.areObserved(observed.get())).isPresent();
    if (!hasTakenOver) {
      ListedPods listed = gates.list();
      former = former.or(() -> Optional.of(listed));
      hasTakenOver = listed.areObserved(observed.get());
    }
    return hasTakenOver;
  }

  private boolean removeAll(Cluster cluster, boolean areAllPoliciesKnown)
      throws GatesUnavailableException {
    if (cluster.list(Pod.class).stream().noneMatch(ShareGate::holds)) {
      log.idle();
      return true;
    }
    GateDecision decision =
        GateRelease.decide(cluster, policies.get(), scheduler, removals.uids(), clock.get());
    log.decided(decision);
    List<Pod> pods = new ArrayList<>(areAllPoliciesKnown ? decision.exempt() : List.of());
    decision.released().forEach(u -> pods.addAll(u.pods()));
    boolean isAll = removeAll(pods);
    if (isAll) {
      annotate(decision.waiting());
    }
    if (areAllPoliciesKnown || decision.exempt().isEmpty()) {
      log.unblocked();
    } else {
      log.blocked("a CapacityPolicy can't be read, by which pods may have been gated");
    }
    return isAll;
  }

  /** Returns whether time sufficed for all pods; the rest of a gang goes first next time. */
  private boolean removeAll(List<Pod> pods) throws GatesUnavailableException {
    long start = ticker.read();
    for (Pod pod : pods) {
      if (!hasTime(start)) {
        return false;
      }
      remove(pod);
    }
    return true;
  }

  private boolean hasTime(long start) {
    return ticker.read() - start < LONGEST.toNanos();
  }

  /** Annotates pods with their reason to wait, a few per run, if the reason has changed. */
  private void annotate(List<Waiting> waiting) {
    long start = ticker.read();
    int left = MOST_ANNOTATED;
    for (Waiting some : waiting) {
      String text = some.reason().text();
      for (Pod pod : some.pods()) {
        if (left > 0 && hasTime(start) && !ShareGate.waitsFor(pod).equals(Optional.of(text))) {
          gates.annotate(pod, text);
          left--;
        }
      }
    }
  }

  private void remove(Pod pod) throws GatesUnavailableException {
    removals.begin(pod);
    try {
      switch (gates.remove(pod)) {
        case DONE -> {
          removals.answered(pod);
          log.removed();
        }
        case OUTDATED -> removals.answered(pod);
        case UNKNOWN -> {}
      }
    } catch (GatesUnavailableException e) {
      removals.giveUp(pod);
      throw e;
    }
  }
}
