package dev.plimsoll.model.tenancy.steering;

/** How many unit-hours of waiting may still be let happen. */
final class Credit {
  private final Patience patience;
  private double left;

  Credit(Patience patience) {
    this.patience = patience;
  }

  /** Adds what may be let happen of waiting that quotas as entitled would have caused. */
  void earn(double spared) {
    left += patience.tolerance() * spared;
  }

  void spend(double waited) {
    left -= waited;
  }

  boolean covers(double waited) {
    return waited <= left;
  }

  /** Returns how much waiting a change of one quota must spare to be worth it. */
  double price() {
    return Math.max(0, left) * patience.portion();
  }
}
