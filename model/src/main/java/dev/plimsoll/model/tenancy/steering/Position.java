package dev.plimsoll.model.tenancy.steering;

/** A tenant's quota while it is being decided. */
final class Position {
  private final Load load;
  private final Swing swing;
  private final long before;
  private long quota;

  Position(Load load, Swing swing, long quota) {
    this.load = load;
    this.swing = swing;
    this.before = quota;
    this.quota = quota;
  }

  String tenant() {
    return load.tenant();
  }

  long quota() {
    return quota;
  }

  boolean isChanged() {
    return quota != before;
  }

  /** Returns what is wanted and can't be had under this quota. */
  long waiting() {
    return Math.max(0, load.wanted() - quota);
  }

  /** Returns what can be taken without anything having to stop or to wait. */
  long slack() {
    return Math.max(0, quota - Math.max(load.demand(), load.least()));
  }

  /** Returns what was running before anything was decided. */
  long running() {
    return Math.min(load.demand(), before);
  }

  /**
   * Returns for how many moments up to now it wanted none of that many of its units, in doublings.
   */
  int doublingsUnwanted(long units) {
    return 63 - Long.numberOfLeadingZeros(swing.momentsWithin(quota - units) + 1L);
  }

  /** Returns how much the demand moves about; at least 1. */
  long range() {
    return swing.range();
  }

  /** Returns how far it stands below its fair amount. */
  long behind(long fair) {
    return Math.max(0, fair - quota);
  }

  void set(long units) {
    quota = units;
  }

  /**
   * Takes what the other one waits for, as far as there is slack. The slack that is left is shared
   * as the two demands move about, so that neither has to come back soon.
   */
  void giveTo(Position other) {
    long need = Math.min(other.waiting(), slack());
    long rest = Math.min(slack() - need, other.load.most() - other.quota - need);
    double share = other.range() / ((double) other.range() + range());
    long units = need + Math.min(rest, (long) (rest * share));
    quota -= units;
    other.quota += units;
  }
}
