package dev.plimsoll.model.tenancy.decision;

/** The sums of several ceilings, kept up to date while the ceilings move. */
final class CeilingSums {
  private long value;
  private long slack;

  /** Returns the sum of the ceilings. */
  long value() {
    return value;
  }

  /** Returns the units that can be taken from them without stopping or delaying any pod. */
  long slack() {
    return slack;
  }

  void add(long moreValue, long moreSlack) {
    value += moreValue;
    slack += moreSlack;
  }
}
