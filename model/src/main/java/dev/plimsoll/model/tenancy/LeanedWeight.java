package dev.plimsoll.model.tenancy;

/**
 * A tenant's weight after the correction by its account.
 *
 * @param usage the account
 * @param factor by what the weight is multiplied
 */
public record LeanedWeight(ContendedUsage usage, double factor) {}
