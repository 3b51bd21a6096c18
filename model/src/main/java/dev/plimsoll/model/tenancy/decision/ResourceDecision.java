package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedCapacity;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.ShareClaims;
import dev.plimsoll.model.tenancy.decision.State.NamespaceState;
import dev.plimsoll.model.tenancy.decision.State.ResourceState;
import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.StepLimits;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The ceilings on one resource while they are being decided, and what they are decided by. */
final class ResourceDecision {
  private final Observation observation;
  private final ResourceObservation seen;
  private final ResourceState before;
  private final Duration elapsed;
  private final CountedCapacity counted;
  private final ShareClaims claims;
  private final DividedCapacity capacity;
  private final StepLimits stepLimits;
  private final SortedMap<String, TenantCeilings> tenants = new TreeMap<>();
  private final List<Ceiling> ceilings = new ArrayList<>();
  private final CeilingSums sums = new CeilingSums();
  private final Map<String, Double> waited = new HashMap<>();
  private final List<Finding> findings = new ArrayList<>();
  private final WaitingBudget budget;
  private final List<ClusterQuotaCeilings> clusterQuotas;
  private final TenantAccounts accounts;
  private boolean firstRound = true;
  private Apportionment shares = new Apportionment(0, Collections.emptySortedMap());

  /** A note on a decision: its kind and its message. */
  record Finding(DecisionNote.Kind kind, String message) {}

  ResourceDecision(
      Observation observation,
      ResourceObservation seen,
      ResourceState before,
      Duration elapsed,
      Duration sinceBefore,
      CountedCapacity counted,
      ShareClaims claims,
      WaitingTolerance tolerance) {
    this.observation = observation;
    this.seen = seen;
    this.before = before;
    this.elapsed = elapsed;
    this.counted = counted;
    this.claims = claims;
    this.capacity = new DividedCapacity(observation.policy(), seen.resource(), counted.units());
    this.stepLimits = capacity.stepLimits();
    this.budget = new WaitingBudget(tolerance, before.budget());
    this.clusterQuotas = seen.clusterQuotas().stream().map(ClusterQuotaCeilings::new).toList();
    Set<String> fixedNamespaces = FixedCeilings.of(seen, claims, capacity.divided());
    for (NamespaceObservation each : seen.namespaces()) {
      TenantCeilings tenant =
          tenants.computeIfAbsent(each.tenant(), t -> new TenantCeilings(claims.of(t), sums));
      NamespaceState known = before.namespace(each.namespace());
      DemandHistory history =
          known.demand().with(observation.time(), each.demand(), tolerance.window());
      List<ClusterQuotaCeilings> selecting =
          clusterQuotas.stream().filter(q -> q.selects(each.namespace())).toList();
      RecurringDemand recurring = known.recurring().with(observation.time(), each.demand());
      boolean fixed = fixedNamespaces.contains(each.namespace());
      ceilings.add(new Ceiling(each, tenant, selecting, stepLimits, history, recurring, fixed));
      waited.put(each.namespace(), known.waited());
    }
    this.accounts =
        TenantAccounts.of(
            observation.policy().division().leaning(),
            before.accounts(),
            tenants.values(),
            capacity.divided(),
            sinceBefore,
            hours(),
            observation.time());
  }

  TenantAccounts accounts() {
    return accounts;
  }

  CapacityPolicy policy() {
    return observation.policy();
  }

  ResourceObservation seen() {
    return seen;
  }

  DividedResource resource() {
    return seen.resource();
  }

  CountedCapacity counted() {
    return counted;
  }

  ShareClaims claims() {
    return claims;
  }

  DividedCapacity capacity() {
    return capacity;
  }

  /** Returns how many units the ceilings may come to together. */
  long divided() {
    return capacity.divided();
  }

  StepLimits stepLimits() {
    return stepLimits;
  }

  Duration interval() {
    return observation.interval();
  }

  Instant time() {
    return observation.time();
  }

  /** Returns for how long what is seen has lasted; that counts once, in the first round. */
  double hours() {
    return firstRound ? elapsed.toMillis() / 3_600_000.0 : 0;
  }

  void endRound() {
    firstRound = false;
  }

  /** Returns the ceilings of a tenant; none if it has no namespace. */
  TenantCeilings tenant(String name) {
    TenantCeilings tenant = tenants.get(name);
    return tenant == null
        ? new TenantCeilings(new Claim(name, 0, 0, 0), new CeilingSums())
        : tenant;
  }

  SortedMap<String, TenantCeilings> tenants() {
    return tenants;
  }

  /** Returns where the ceilings are, in their order. */
  List<Long> values() {
    return ceilings.stream().map(Ceiling::value).toList();
  }

  List<Ceiling> ceilings() {
    return ceilings;
  }

  List<ClusterQuotaCeilings> clusterQuotas() {
    return clusterQuotas;
  }

  Apportionment shares() {
    return shares;
  }

  void setShares(Apportionment apportionment) {
    shares = apportionment;
  }

  WaitingBudget budget() {
    return budget;
  }

  /** Returns how many unit-hours the namespace has waited needlessly for what it waits for. */
  double waited(Ceiling ceiling) {
    return waited.getOrDefault(ceiling.namespace(), 0.0);
  }

  void setWaited(Ceiling ceiling, double unitHours) {
    waited.put(ceiling.namespace(), unitHours);
  }

  long assigned() {
    return sums.value();
  }

  /** Returns the units that can be taken from ceilings without stopping or delaying any pod. */
  long slack() {
    return sums.slack();
  }

  /** Returns how many units are in no ceiling; negative if the ceilings come to too much. */
  long unassigned() {
    return divided() - assigned();
  }

  void note(DecisionNote.Kind kind, String message) {
    findings.add(new Finding(kind, message));
  }

  List<DecisionNote> notes() {
    return findings.stream()
        .map(f -> new DecisionNote(f.kind(), resource().name().name(), f.message()))
        .toList();
  }

  /** Puts the ceiling elsewhere, and says why; a fixed ceiling stays. */
  void move(Ceiling ceiling, long to, String step, String message) {
    if (to != ceiling.value() && !ceiling.isFixed()) {
      ceiling.set(to);
      ceiling.because(new DerivationStep(step, quantity(to), message));
    }
  }

  Quantity quantity(long units) {
    return resource().quantity(units);
  }

  /** Returns the state that the next decision needs. */
  ResourceState next() {
    Map<String, NamespaceState> namespaces = new HashMap<>();
    for (Ceiling ceiling : ceilings) {
      namespaces.put(
          ceiling.namespace(),
          new NamespaceState(
              waited(ceiling),
              ceiling.demandHistory(),
              ceiling.recurringDemand(),
              ceiling.seen().requested()));
    }
    return new ResourceState(budget.left(), namespaces, counted.next(), accounts.accounts());
  }

  /** Returns the units that a request granted to the namespace at the previous decision. */
  long grantedBefore(Ceiling ceiling) {
    return before.namespace(ceiling.namespace()).granted();
  }
}
