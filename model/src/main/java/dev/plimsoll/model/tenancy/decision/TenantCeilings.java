package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.tenancy.division.Claim;
import java.util.ArrayList;
import java.util.List;

/** A tenant's ceilings on one resource while they are being decided. */
final class TenantCeilings {
  private final Claim claim;
  private final List<Ceiling> ceilings = new ArrayList<>();
  private final CeilingSums sums = new CeilingSums();
  private final CeilingSums ofAllTenants;
  private long goal;
  private long reachable = Claim.MAX_UNITS;

  /**
   * Begins with what the tenant may get: its weight, its guarantee and its ceiling.
   *
   * @param ofAllTenants where what its ceilings come to is counted, too
   */
  TenantCeilings(Claim claim, CeilingSums ofAllTenants) {
    this.claim = claim;
    this.ofAllTenants = ofAllTenants;
  }

  void add(Ceiling ceiling) {
    ceilings.add(ceiling);
  }

  /** Counts what one of its ceilings has moved by. */
  void moved(long value, long slack) {
    sums.add(value, slack);
    ofAllTenants.add(value, slack);
  }

  Claim claim() {
    return claim;
  }

  String name() {
    return claim.tenant();
  }

  /** Returns the sum of this tenant's ceilings that the shares call for, in units. */
  long goal() {
    return goal;
  }

  void setGoal(long units) {
    goal = units;
  }

  /** Returns how much more its ceilings should come to by the shares. */
  long belowGoal() {
    return Math.max(0, goal - total());
  }

  List<Ceiling> ceilings() {
    return ceilings;
  }

  /** Returns the sum of this tenant's ceilings. */
  long total() {
    return sums.value();
  }

  /** Returns the units that can be taken from its ceilings without stopping or delaying any pod. */
  long slack() {
    return sums.slack();
  }

  /** Limits the tenant to the units of the pools that it reaches, but at least to its guarantee. */
  void limitReach(long units) {
    reachable = Math.max(claim.floor(), units);
  }

  /** Returns how much more its ceilings may come to. */
  long belowCeiling() {
    return Math.max(0, Math.min(reachable, claim.ceiling()) - total());
  }

  /** Returns how much its ceilings come to beyond its guarantee. */
  long aboveGuarantee() {
    return Math.max(0, total() - claim.floor());
  }

  /** Returns the charges of its pods on nodes. */
  long running() {
    return ceilings.stream().mapToLong(c -> c.seen().running()).sum();
  }

  /** Returns the tenant's demand, up to its ceiling. */
  long demand() {
    return Math.min(claim.ceiling(), ceilings.stream().mapToLong(Ceiling::demand).sum());
  }

  /** Returns the demand that its ceilings keep waiting. */
  long waiting() {
    return ceilings.stream().mapToLong(Ceiling::waiting).sum();
  }
}
