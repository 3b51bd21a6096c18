package dev.plimsoll.extender.accounting;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.model.tenancy.Share;

/**
 * A tenant's share of one resource beside what is held of it at the moment.
 *
 * @param policy the policy's name
 * @param share the share as of the last count
 * @param placed what placed pods hold
 * @param assumed what pods on their way will hold
 */
public record ShareUsage(String policy, Share share, Quantity placed, Quantity assumed) {

  /** Returns the amounts that placed pods and pods on their way hold. */
  public Quantity used() {
    return placed.add(assumed);
  }

  /** Returns how much of what others leave idle it uses. */
  public Quantity borrowed() {
    return Quantity.max(used().subtract(share.share()), Quantity.ZERO);
  }

  /** Returns how much of its share others may borrow. */
  public Quantity idle() {
    return Quantity.max(share.share().subtract(used()), Quantity.ZERO);
  }
}
