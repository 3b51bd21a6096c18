package dev.plimsoll.model.tenancy;

import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * A tenant's weight after the correction by its account.
 *
 * @param usage the account
 * @param factor the factor of the weight
 */
public record LeanedWeight(ContendedUsage usage, double factor) {

  /** Returns a sentence with the account and the weight's factor. */
  public String sentence(String tenant) {
    return usage
        .since()
        .map(
            since ->
                String.format(
                    Locale.ROOT,
                    "while others waited, tenant %s had %.1f unit-hours since %s and %.1f were due;"
                        + " %s %.1f, so its weight counts %.2f times",
                    tenant,
                    usage.had(),
                    since.truncatedTo(ChronoUnit.SECONDS),
                    usage.due(),
                    usage.owed() < 0 ? "it owes" : "it is owed",
                    Math.abs(usage.owed()),
                    factor))
        .orElse("nobody has waited since the account began, so its weight counts as agreed");
  }
}
