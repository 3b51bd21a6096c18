package dev.plimsoll.model.tenancy.plan;

import dev.plimsoll.kubernetes.quantity.Quantity;

/**
 * A step on the way to an amount, which a person can check.
 *
 * @param name what it is about, in one or two words
 * @param amount the amount after this step
 * @param message where it comes from
 */
public record DerivationStep(String name, Quantity amount, String message) {}
