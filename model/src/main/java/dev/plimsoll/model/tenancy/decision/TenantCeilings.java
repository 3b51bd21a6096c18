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

  /** Returns what its ceilings should come to by the shares. */
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

  /** Returns what its ceilings come to. */
  long total() {
    return sums.value();
  }

  /** Returns what can be taken from its ceilings without anything having to stop or to wait. */
  long slack() {
    return sums.slack();
  }

  /** Keeps it from getting more than the pools have that it reaches, but for its guarantee. */
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

  /** Returns what its pods on nodes are charged. */
  long running() {
    return ceilings.stream().mapToLong(c -> c.seen().running()).sum();
  }

  /** Returns what it wants, as far as it may get it. */
  long demand() {
    return Math.min(claim.ceiling(), ceilings.stream().mapToLong(Ceiling::demand).sum());
  }

  /** Returns what it wants and can't have under its ceilings. */
  long waiting() {
    return ceilings.stream().mapToLong(Ceiling::waiting).sum();
  }
}
