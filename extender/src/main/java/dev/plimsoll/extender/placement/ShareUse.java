package dev.plimsoll.extender.placement;

import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.tenancy.Share;

/**
 * A tenant's share of one resource beside what is held of it at the moment.
 *
 * @param policy the policy's name
 * @param share the share as of the last count
 * @param placed what placed pods hold
 * @param booked what pods on their way will hold
 */
public record ShareUse(String policy, Share share, Quantity placed, Quantity booked) {}
