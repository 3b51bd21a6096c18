package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.StepLimits;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import java.util.ArrayList;
import java.util.List;

/** One namespace's ceiling on one resource while it is being decided, in whole units. */
final class Ceiling {
  private final NamespaceObservation seen;
  private final TenantCeilings tenant;
  private final StepLimits stepLimits;
  private final DemandHistory demandHistory;
  private final RecurringDemand recurringDemand;
  private final List<ClusterQuotaCeilings> clusterQuotas;
  private final boolean fixed;
  private final List<DerivationStep> why = new ArrayList<>();
  private long kept;
  private long denied;
  private long goal;
  private long value;

  Ceiling(
      NamespaceObservation seen,
      TenantCeilings tenant,
      List<ClusterQuotaCeilings> clusterQuotas,
      StepLimits stepLimits,
      DemandHistory demandHistory,
      RecurringDemand recurringDemand,
      boolean fixed) {
    this.seen = seen;
    this.tenant = tenant;
    this.clusterQuotas = List.copyOf(clusterQuotas);
    this.fixed = fixed;
    this.stepLimits = stepLimits;
    this.demandHistory = demandHistory;
    this.recurringDemand = recurringDemand;
    this.kept = fixed ? before() : seen.running();
    this.denied = seen.denied();
    this.value = before();
    tenant.add(this);
    clusterQuotas.forEach(q -> q.add(this));
    moved(value, slack());
  }

  private void moved(long units, long slack) {
    tenant.moved(units, slack);
    clusterQuotas.forEach(q -> q.moved(units, slack));
  }

  NamespaceObservation seen() {
    return seen;
  }

  TenantCeilings tenant() {
    return tenant;
  }

  String namespace() {
    return seen.namespace();
  }

  DemandHistory demandHistory() {
    return demandHistory;
  }

  RecurringDemand recurringDemand() {
    return recurringDemand;
  }

  List<DerivationStep> why() {
    return why;
  }

  /** Adds a step. Where moves come back to what was before, those in between are left out. */
  void because(DerivationStep step) {
    int same = why.indexOf(step);
    if (same < 0) {
      why.add(step);
    } else {
      why.subList(same + 1, why.size()).clear();
    }
  }

  /** Returns whether this decision can't change it. */
  boolean isFixed() {
    return fixed;
  }

  /** Returns where it is; where there is none, what is charged, as nothing more is promised. */
  long before() {
    return seen.hasQuota() ? seen.quota() : seen.charged();
  }

  /** Returns where it comes to lie, as far as that is decided. */
  long value() {
    return value;
  }

  void set(long units) {
    long valueBefore = value;
    long slackBefore = slack();
    value = units;
    moved(value - valueBefore, slack() - slackBefore);
  }

  boolean isChanged() {
    return value != before();
  }

  /** Returns how much of it is never taken. */
  long kept() {
    return kept;
  }

  /** Returns how much of it is never taken if all charges fit. */
  long keptOrCharged() {
    return fixed ? kept : seen.charged();
  }

  void keep(long units) {
    if (fixed) {
      return;
    }
    long slackBefore = slack();
    kept = units;
    moved(0, slack() - slackBefore);
  }

  /** Returns where it should be by the tenants' shares. */
  long goal() {
    return goal;
  }

  void setGoal(long units) {
    goal = units;
  }

  /** Limits what is denied to what nodes could still run. */
  void limitDenied(long units) {
    long slackBefore = slack();
    denied = Math.min(denied, units);
    moved(0, slack() - slackBefore);
  }

  long denied() {
    return denied;
  }

  /** Returns the demand under the ceiling: charged, denied, or requested by a QuotaRequest. */
  long demand() {
    return Math.max(seen.charged() + denied, seen.requested());
  }

  /**
   * Returns the demand that the ceiling keeps waiting. Charged usage doesn't wait, even above the
   * ceiling.
   */
  long waiting() {
    if (fixed) {
      return 0;
    }
    long missing = demand() - Math.max(value, seen.charged());
    long most = tenant.belowCeiling() + tenant.slack() - slack();
    for (ClusterQuotaCeilings quota : clusterQuotas) {
      most = Math.min(most, quota.headroom() + quota.slack() - slack());
    }
    return Math.max(0, Math.min(missing, most));
  }

  /** Returns the ClusterResourceQuotas that bound it. */
  List<ClusterQuotaCeilings> clusterQuotas() {
    return clusterQuotas;
  }

  /** Returns by how much it may rise as far as tenant and ClusterResourceQuotas go. */
  long headroom() {
    return clusterQuotas.stream()
        .mapToLong(ClusterQuotaCeilings::headroom)
        .reduce(tenant.belowCeiling(), Math::min);
  }

  /**
   * Returns the units by which the ceiling must rise before waiting demand fits; 0 if nothing
   * waits. The ceiling must cover charges above it, too, before another pod is admitted.
   */
  long shortage() {
    long waiting = waiting();
    return waiting == 0 ? 0 : waiting + Math.max(0, seen.charged() - value);
  }

  /** Returns the units that can be taken without stopping or delaying any pod. */
  long slack() {
    return fixed ? 0 : Math.max(0, value - Math.max(demand(), kept));
  }

  /** Returns the units that pending pods hold, which no node could run so far. */
  long heldByPending() {
    return Math.max(0, Math.min(value, seen.charged()) - Math.max(seen.running(), kept));
  }

  /** Returns the slack that recurring demand leaves, too. */
  long steadySlack() {
    long slack = slack();
    return slack <= 0 ? 0 : Math.max(0, Math.min(slack, value - recurringDemand.level()));
  }

  /** Returns how many of these units one change may take from this ceiling for the receiver. */
  long maxDecrease(Ceiling receiver, long units) {
    if (receiver == this || (value > before() && stepLimits.hysteresis() > 0)) {
      return 0;
    }
    long leaving = receiver.tenant == tenant ? units : Math.min(units, tenant.aboveGuarantee());
    return stepLimits.madeOf(Math.min(leaving, stepLeft(before() - value)));
  }

  /** Returns how much one change may give to it from where the tenant's total grows. */
  long maxIncrease() {
    return stepLimits.madeOf(Math.min(headroom(), stepLeft(value - before())));
  }

  /** Returns how much one change may give to it from another ceiling. */
  long maxIncreaseFrom(Ceiling donor) {
    long most = donor.tenant == tenant ? Claim.MAX_UNITS : tenant.belowCeiling();
    for (ClusterQuotaCeilings quota : clusterQuotas) {
      if (!donor.clusterQuotas.contains(quota)) {
        most = Math.min(most, quota.headroom());
      }
    }
    return stepLimits.madeOf(Math.min(most, stepLeft(value - before())));
  }

  /** Returns how much of a step is left; where there is no ceiling yet, it may be any. */
  private long stepLeft(long made) {
    if (fixed) {
      return 0;
    }
    return seen.hasQuota() ? Math.max(0, stepLimits.step() - made) : Claim.MAX_UNITS;
  }

  /** Returns how much it should be given for what it waits for; a smaller change isn't made. */
  long need() {
    return Math.max(shortage(), hysteresis());
  }

  /** Returns the size below which a change isn't made. */
  long hysteresis() {
    return stepLimits.hysteresis();
  }

  /** Returns how far it may sink now. */
  long lowest() {
    return fixed
        ? value
        : Math.min(value, seen.hasQuota() ? Math.max(kept, before() - stepLimits.step()) : kept);
  }

  /** Returns how much the demand moves about; at least 1. */
  long demandRange() {
    return demandHistory.range();
  }
}
