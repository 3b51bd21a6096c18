package dev.plimsoll.model.tenancy.decision;

/** How many unit-hours of waiting may still be let happen. */
final class WaitingBudget {
  private final WaitingTolerance tolerance;
  private double left;

  WaitingBudget(WaitingTolerance waitingTolerance, double left) {
    this.tolerance = waitingTolerance;
    this.left = left;
  }

  double left() {
    return left;
  }

  /** Adds what may be let happen of waiting that quotas as entitled would have caused. */
  void earn(double spared) {
    left += tolerance.tolerance() * spared;
  }

  void spend(double waited) {
    left -= waited;
  }

  boolean covers(double waited) {
    return waited <= left;
  }

  /** Returns how much waiting a change of one quota must spare to be worth it. */
  double changeCost() {
    return Math.max(0, left) * tolerance.changeCostPortion();
  }
}
