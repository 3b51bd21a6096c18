package dev.plimsoll.model.tenancy.steering;

/** A tenant's quota while it is being decided. */
final class Position {
  private final Load load;
  private final Swing swing;
  private final Strides strides;
  private final long before;
  private long quota;

  Position(Load load, Swing swing, Strides strides, long quota) {
    this.load = load;
    this.swing = swing;
    this.strides = strides;
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

  /** Returns what of its slack one change may take; a smaller change isn't made. */
  long spare() {
    if (quota > before && strides.least() > 0) {
      return 0;
    }
    long spare = Math.min(slack(), strides.most() - (before - quota));
    return spare < strides.least() ? 0 : Math.max(0, spare);
  }

  /** Returns what one change may give to it; a smaller change isn't made. */
  long room() {
    long room = Math.min(load.most() - quota, strides.most() - (quota - before));
    return room < strides.least() ? 0 : Math.max(0, room);
  }

  /** Returns how much it should be given for what it waits for. */
  long need() {
    return Math.min(room(), Math.max(waiting(), strides.least()));
  }

  /** Returns how much it should be given for what is never taken from it. */
  long lack() {
    long lack = load.least() - quota;
    return lack <= 0 ? 0 : Math.min(room(), Math.max(lack, strides.least()));
  }

  /** Returns the size below which a change isn't made. */
  long leastChange() {
    return strides.least();
  }

  /** Lowers the quota to the most that the tenant gets, but for what is running. */
  void respectMost() {
    long excess = quota - Math.max(load.most(), running());
    if (excess > 0) {
      quota -= Math.min(excess, strides.most());
    }
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

  /** Gives so much to the other one. */
  void give(Position other, long units) {
    quota -= units;
    other.quota += units;
  }

  /**
   * Gives what the other one waits for, as far as may be. The slack that is left is shared as the
   * two demands move about, so that neither has to come back soon.
   */
  void giveTo(Position other) {
    long need = Math.min(other.need(), spare());
    long rest = Math.min(spare(), other.room()) - need;
    double share = other.range() / ((double) other.range() + range());
    give(other, need + Math.min(rest, (long) (rest * share)));
  }
}
