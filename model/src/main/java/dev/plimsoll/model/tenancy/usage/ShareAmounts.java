package dev.plimsoll.model.tenancy.usage;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;

/**
 * The amounts of one resource by which it is decided whether a tenant may have more of it.
 *
 * @param resource the resource as nodes call it
 * @param requested how much more
 * @param used what the tenant's placed pods hold and those on their way
 * @param share the tenant's share
 * @param ceiling the most that it gets, borrowed or not
 * @param borrowable how far beyond its share it may go at present; zero if it may not borrow
 */
public record ShareAmounts(
    ResourceName resource,
    Quantity requested,
    Quantity used,
    Quantity share,
    Quantity ceiling,
    Quantity borrowable) {

  /** Returns whether it may. */
  public boolean suffice() {
    Quantity then = used.add(requested);
    return isWithinShare() || (!isBeyondCeiling() && then.compareTo(share.add(borrowable)) <= 0);
  }

  /** Returns whether it would have more than its ceiling. */
  public boolean isBeyondCeiling() {
    return used.add(requested).compareTo(ceiling) > 0;
  }

  /** Returns whether it may without borrowing. */
  public boolean isWithinShare() {
    return used.add(requested).compareTo(share) <= 0;
  }
}
