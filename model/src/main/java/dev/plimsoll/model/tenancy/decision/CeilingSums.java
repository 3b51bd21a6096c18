package dev.plimsoll.model.tenancy.decision;

/** What some ceilings come to together, kept up to date while they move. */
final class CeilingSums {
  private long value;
  private long slack;

  /** Returns what they come to. */
  long value() {
    return value;
  }

  /** Returns what can be taken from them without anything having to stop or to wait. */
  long slack() {
    return slack;
  }

  void add(long moreValue, long moreSlack) {
    value += moreValue;
    slack += moreSlack;
  }
}
