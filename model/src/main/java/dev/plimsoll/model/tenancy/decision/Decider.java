package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedCapacity;
import dev.plimsoll.model.tenancy.LostCapacity;
import dev.plimsoll.model.tenancy.ShareClaims;
import dev.plimsoll.model.tenancy.SharedLimit;
import dev.plimsoll.model.tenancy.decision.State.ResourceState;
import dev.plimsoll.model.tenancy.division.Claim;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Decides what the ceilings of quotas should be, from what is seen and from what was left by the
 * decision before. The same observation and state always give the same decision.
 *
 * <p>Each resource is decided by itself, at the same time as others, by passes in a fixed order:
 * what is kept, what is within reach, the tenants' shares; then the ceilings in force are brought
 * within bounds, raised to guarantees, rebalanced to where pods are denied, relieved of what can't
 * be used, what is left is assigned, and new namespaces get unused units; where the division
 * doesn't go by demand they move towards the shares instead, within the same bounds; last they
 * become multiples that pods can use. Since one move can make another possible, moves are repeated
 * until none is left to make: so that the same decision, made again once this one is applied,
 * changes nothing.
 */
public final class Decider {
  private static final List<DecisionPass> BEGIN =
      List.of(new Floors(), new Reach(), new DivisionShares(), new TowardsShares(), new Bounds());

  private static final List<DecisionPass> MOVES =
      List.of(new Guarantees(), new Rebalancing(), new Relief(), new Unassigned(), new Newcomers());

  private static final List<DecisionPass> END = List.of(new Multiples());

  /** How often ceilings are moved at most; twice is nearly always enough. */
  private static final int MOST_ROUNDS = 20;

  private final WaitingTolerance tolerance;

  /** Makes a decider that puts up with that much waiting for the sake of fewer changes. */
  public Decider(WaitingTolerance waitingTolerance) {
    this.tolerance = waitingTolerance;
  }

  /** Decides with the usual tolerance. */
  public static CeilingPlan decide(Observation observation, State state) {
    return new Decider(WaitingTolerance.DEFAULT).decisionOf(observation, state);
  }

  /** Decides. */
  public CeilingPlan decisionOf(Observation observation, State state) {
    List<DecisionNote> notes = new ArrayList<>();
    Duration elapsed = elapsed(observation, state, notes);
    List<ResourceDecision> decisions =
        observation.resources().parallelStream()
            .map(seen -> decision(observation, seen, elapsed, state))
            .toList();
    List<ResourceCeilings> resources = new ArrayList<>();
    SortedMap<ResourceName, ResourceState> next = new TreeMap<>();
    for (ResourceDecision decision : decisions) {
      resources.add(decided(decision));
      next.put(decision.resource().name(), decision.next());
      notes.addAll(decision.notes());
    }
    return new CeilingPlan(
        resources, new State(observation.time(), accepted(observation, state), next), notes);
  }

  private ResourceDecision decision(
      Observation observation, ResourceObservation seen, Duration elapsed, State state) {
    ResourceState before = state.of(seen.resource().name());
    ResourceDecision decision = begin(observation, seen, before, elapsed, state);
    BEGIN.forEach(p -> p.run(decision));
    List<Long> values;
    int round = 0;
    do {
      values = decision.values();
      MOVES.forEach(p -> p.run(decision));
      decision.endRound();
      round++;
    } while (round < MOST_ROUNDS && !decision.values().equals(values));
    END.forEach(p -> p.run(decision));
    return decision;
  }

  private static Instant accepted(Observation observation, State state) {
    return observation.acceptsLosses() ? observation.time() : state.accepted();
  }

  private ResourceDecision begin(
      Observation observation,
      ResourceObservation seen,
      ResourceState before,
      Duration elapsed,
      State state) {
    CapacityPolicy policy = observation.policy();
    CountedCapacity counted =
        CountedCapacity.of(
            seen,
            before.nodes(),
            policy.changes().lostCapacity(),
            observation.time(),
            accepted(observation, state));
    DividedCapacity capacity = new DividedCapacity(policy, seen.resource(), counted.units());
    ShareClaims claims = claims(seen, capacity);
    ResourceDecision decision =
        new ResourceDecision(
            observation,
            seen,
            before,
            elapsed,
            state.isNone() ? elapsed : Duration.between(state.time(), observation.time()),
            counted,
            claims,
            tolerance);
    note(decision, claims.bounded());
    noteClusterQuotas(decision, claims.agreed(), claims.bounded());
    return decision;
  }

  static ShareClaims claims(ResourceObservation seen, DividedCapacity capacity) {
    SortedMap<String, Set<String>> namespaces = new TreeMap<>();
    Map<String, Long> requested = new HashMap<>();
    for (NamespaceObservation each : seen.namespaces()) {
      namespaces.computeIfAbsent(each.tenant(), t -> new TreeSet<>()).add(each.namespace());
      requested.merge(each.tenant(), each.requested(), Long::sum);
    }
    List<SharedLimit> quotas =
        seen.clusterQuotas().stream().map(q -> new SharedLimit(q.units(), q.namespaces())).toList();
    return new ShareClaims(capacity, quotas, namespaces, requested);
  }

  private static void note(ResourceDecision decision, Map<String, Claim> agreed) {
    CountedCapacity counted = decision.counted();
    long lost = counted.units() - counted.available();
    if (counted.units() == 0) {
      decision.note(
          DecisionNote.Kind.NO_CAPACITY,
          decision.resource().unit().compareTo(Quantity.of(1)) == 0
              ? "no node that is counted has " + decision.resource().name()
              : "the nodes that are counted have less of %s than one unit of %s"
                  .formatted(decision.resource().name(), decision.resource().unit()));
    }
    if (lost > 0) {
      decision.note(
          counted.held() ? DecisionNote.Kind.CAPACITY_LOSS_HELD : DecisionNote.Kind.CAPACITY_LOST,
          "%s of %s on nodes that are not ready or not there any more still count %s"
              .formatted(
                  decision.quantity(lost),
                  decision.resource().name(),
                  until(decision.policy().changes().lostCapacity(), counted.held())));
    }
    if (ShareClaims.guarantees(agreed).compareTo(BigInteger.valueOf(decision.divided())) > 0) {
      decision.note(
          DecisionNote.Kind.GUARANTEES_SCALED,
          "the guarantees of %s come to %s units, more than the %d there are, and are scaled down"
              .formatted(
                  decision.resource().name(), ShareClaims.guarantees(agreed), decision.divided()));
    }
  }

  private static void noteClusterQuotas(
      ResourceDecision decision, Map<String, Claim> agreed, Map<String, Claim> bounded) {
    new TreeMap<>(agreed)
        .forEach(
            (tenant, claim) -> {
              long floor = bounded.getOrDefault(tenant, claim).floor();
              if (floor < claim.floor()) {
                decision.note(
                    DecisionNote.Kind.CLUSTER_QUOTA,
                    "of the %s of %s that tenant %s is guaranteed ClusterResourceQuotas leave it %s"
                        .formatted(
                            decision.quantity(claim.floor()),
                            decision.resource().name(),
                            tenant,
                            decision.quantity(floor)));
              }
            });
  }

  private static String until(LostCapacity lostCapacity, boolean held) {
    if (!held) {
      return "for " + text(lostCapacity.grace());
    }
    String more = "since more than " + lostCapacity.threshold() + " of the capacity was lost: ";
    return lostCapacity.beyond() == LostCapacity.Beyond.PERSON
        ? more + "until a person accepts the loss"
        : more + "for " + text(lostCapacity.period());
  }

  private static String text(Duration duration) {
    return duration.toMinutes() + " min";
  }

  private static ResourceCeilings decided(ResourceDecision decision) {
    return new ResourceCeilings(
        decision.capacity(),
        decision.counted().units() - decision.counted().available(),
        decision.shares(),
        decision.ceilings().stream()
            .map(
                c ->
                    new DecidedCeiling(
                        c.seen(),
                        c.tenant().goal(),
                        c.goal(),
                        c.value(),
                        decision.waited(c),
                        c.why()))
            .toList(),
        decision.accounts().weights(),
        decision.seen().clusterQuotas());
  }

  /**
   * Returns how long what is seen has lasted: since the decision before, but one interval at most.
   */
  private static Duration elapsed(Observation observation, State state, List<DecisionNote> notes) {
    if (state.isNone()) {
      return observation.interval();
    }
    Duration since = Duration.between(state.time(), observation.time());
    if (since.isNegative()) {
      notes.add(
          new DecisionNote(
              DecisionNote.Kind.CLOCK_BEHIND,
              "",
              "the last decision was made at %s, after %s; no waiting is counted in between"
                  .formatted(state.time(), observation.time())));
      return Duration.ZERO;
    }
    return since.compareTo(observation.interval()) > 0 ? observation.interval() : since;
  }
}
