package dev.plimsoll.model.gate;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.GangSizes;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gate.GateDecision.Waiting;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.PolicyLevels;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Removes the gate from pods that share and nodes admit, whole gangs at once. Quotas charged the
 * pods at their creation. Tenants take turns; in each round the tenant that has used the least of
 * its share goes first. Within a tenant, the highest priority goes first, then the oldest pod. A
 * pod that fits may overtake pods that wait, until one of them has waited for {@link
 * #NOT_PASSED_AFTER}. From then on, no pod of the same tenant with the same request overtakes it. A
 * pod that could not be released even if all pods of its kind had ended stops nobody.
 *
 * <p>What never breaks: released pods never exceed a share, because a released pod without a node
 * holds its share and its requests on nodes, even if the cluster doesn't show the release yet. A
 * gang is released as a whole; a gang that was released in part goes first. The same cluster and
 * time give the same decision.
 *
 * <p>Within a round, shares and nodes only become fuller. So once a shape of pods is held, all
 * later pods of the shape are held for the same reason, without another search. That makes the cost
 * one search of the nodes for each released unit and each shape, not for each pod.
 *
 * <p>One queue by age over all tenants would be simpler. A tenant with many pods would then delay
 * all others.
 */
public final class GateRelease {
  /** How long others of its tenant may go before a pod that waits. */
  public static final Duration NOT_PASSED_AFTER = Duration.ofMinutes(10);

  private final GatedTenants tenants;
  private final GateShares shares;
  private final GateNodes nodes;
  private final Instant now;
  private final List<Pod> gated = new ArrayList<>();
  private final List<Pod> exempt = new ArrayList<>();
  private final List<Pod> going = new ArrayList<>();
  private final List<Pod> running = new ArrayList<>();
  private final List<GateUnit> released = new ArrayList<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private final Map<Object, GateReason> held = new HashMap<>();

  private GateRelease(
      Cluster cluster, List<CapacityPolicy> policies, Scheduler scheduler, Instant now) {
    this.tenants = GatedTenants.of(cluster, policies);
    this.shares = new GateShares(cluster, tenants.policies());
    this.nodes =
        new GateNodes(
            cluster,
            PolicyLevels.of(cluster, policies),
            scheduler,
            p -> tenants.gate(withoutNode(p)));
    this.now = now;
  }

  /**
   * Decides.
   *
   * @param released the UIDs of pods that are released though the cluster may not show it yet
   * @param now the time, by which it is known how long pods have waited
   */
  public static GateDecision decide(
      Cluster cluster,
      List<CapacityPolicy> policies,
      Scheduler scheduler,
      Set<String> released,
      Instant now) {
    GateRelease release = new GateRelease(cluster, policies, scheduler, now);
    cluster.list(Pod.class).forEach(p -> release.add(p, released.contains(p.metadata().uid())));
    return release.decide(new GangSizes(() -> cluster));
  }

  private void add(Pod pod, boolean isReleased) {
    if (pod.isBound() && !pod.isTerminal()) {
      shares.placed(pod);
      running.add(pod);
    } else if (!ShareGate.isToBePlaced(pod)) {
      return;
    } else if (isReleased || !ShareGate.isOn(pod)) {
      shares.released(pod);
      going.add(pod);
    } else if (tenants.gate(pod)) {
      shares.waits(pod);
      gated.add(pod);
    } else {
      exempt.add(pod);
    }
  }

  private GateDecision decide(GangSizes sizes) {
    exempt.sort(GateUnit.BY_PRIORITY_AND_AGE);
    if (!gated.isEmpty()) {
      List<Pod> members = new ArrayList<>(going);
      running.stream().filter(p -> !p.isTerminating()).forEach(members::add);
      GateUnits units = GateUnits.of(sizes, gated, members);
      waiting.addAll(units.incomplete());
      exempt.forEach(shares::released);
      going.addAll(exempt);
      nodes.released(going);
      judge(units.complete());
    }
    return new GateDecision(released, exempt, waiting);
  }

  private void judge(Collection<GateUnit> units) {
    Map<String, Turn> turns = new LinkedHashMap<>();
    units.stream()
        .sorted(GateUnit.ORDER)
        .forEach(
            u -> turns.computeIfAbsent(shares.turnOf(u.first()), t -> new Turn(u.first())).add(u));
    turns.values().forEach(Turn::finishStarted);
    List<Turn> round = new ArrayList<>(turns.values());
    while (!round.isEmpty()) {
      round.sort(Comparator.comparingDouble(Turn::used));
      round.forEach(Turn::take);
      round.removeIf(Turn::isOver);
    }
  }

  /** Releases a unit if it can be; returns why not. */
  private Optional<GateReason> release(GateUnit unit) {
    Optional<GateReason> lack = shares.take(unit);
    if (lack.isEmpty()) {
      lack = nodes.take(unit);
      if (lack.isEmpty()) {
        released.add(unit);
      } else {
        shares.giveBack(unit);
      }
    }
    return lack;
  }

  private static Pod withoutNode(Pod pod) {
    return pod.withSpec(pod.spec().withNodeName(""));
  }

  /** The units of one tenant. */
  private final class Turn {
    private final Pod any;
    private final PriorityQueue<GateUnit> units = new PriorityQueue<>(GateUnit.ORDER);
    private final Map<ResourceName, GateUnit> overdue = new HashMap<>();

    Turn(Pod any) {
      this.any = any;
    }

    void add(GateUnit unit) {
      units.add(unit);
    }

    double used() {
      return shares.used(any);
    }

    boolean isOver() {
      return units.isEmpty();
    }

    /** Continues first with gangs whose pods were released in part. */
    void finishStarted() {
      List<GateUnit> started =
          units.stream().filter(GateUnit::isStarted).sorted(GateUnit.ORDER).toList();
      units.removeAll(started);
      started.forEach(this::judge);
    }

    /** Releases the next unit that can be; the turn is over with it. */
    void take() {
      boolean isReleased = false;
      while (!isReleased && !units.isEmpty()) {
        isReleased = judge(units.remove());
      }
    }

    /** Returns whether the unit is released; what is left only becomes less while others are. */
    private boolean judge(GateUnit unit) {
      Object shape = unit.gang().isPresent() ? unit : GateNodes.shape(unit.first());
      Optional<GateReason> known = Optional.ofNullable(held.get(shape));
      Optional<GateReason> lack = known.or(() -> behind(unit)).or(() -> release(unit));
      if (lack.isPresent()) {
        waiting.add(new Waiting(unit.pods(), lack.get()));
        if (known.isEmpty()) {
          held.put(shape, lack.get());
          if (isOverdue(unit)) {
            shares.divided(unit).names().forEach(n -> overdue.putIfAbsent(n, unit));
          }
        }
      }
      return lack.isEmpty();
    }

    private Optional<GateReason> behind(GateUnit unit) {
      return shares.divided(unit).names().stream()
          .filter(overdue::containsKey)
          .map(overdue::get)
          .findFirst()
          .map(u -> new GateReason(GateReason.Cause.TURN, u.text() + ", which has waited longer"));
    }

    private boolean isOverdue(GateUnit unit) {
      Set<ResourceName> requested = new HashSet<>(shares.divided(unit).names());
      requested.removeAll(overdue.keySet());
      return !requested.isEmpty()
          && !unit.since().plus(NOT_PASSED_AFTER).isAfter(now)
          && shares.couldHold(unit)
          && nodes.couldTake(unit);
    }
  }
}
