package dev.plimsoll.model.ledger;

import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaAccount;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The amounts that one quota lacks for a gang.
 *
 * @param denial what is requested for all missing pods, and exceeded
 * @param whole what all pods that must run need, of the exceeded keys
 * @param missing how many pods are missing, the asking one included
 */
record GangShortage(QuotaDenial.Exceeded denial, Resources whole, int missing) {

  /**
   * Returns the shortage of a quota; empty if the quota has enough.
   *
   * @param needed what all missing pods need
   * @param whole what all pods need that must run
   */
  static Optional<GangShortage> of(
      QuotaAccount account, Resources needed, Resources whole, int missing) {
    List<ResourceName> exceeded =
        account.used().add(needed).mask(needed::contains).exceeding(account.hard());
    return exceeded.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new GangShortage(
                new QuotaDenial.Exceeded(
                    account.quota(),
                    needed.mask(exceeded::contains),
                    account.used().mask(exceeded::contains),
                    account.hard().mask(exceeded::contains)),
                whole.mask(exceeded::contains),
                missing));
  }

  /** Returns the sentence that says what a gang lacks, or that it can never fit. */
  static String text(GangRequest gang, List<GangShortage> shortages) {
    Optional<GangShortage> never = shortages.stream().filter(GangShortage::isForEver).findFirst();
    String name = "gang " + gang.key().name();
    if (never.isPresent()) {
      return "%s can never fit: its %d pods need %s together, and quota %s allows %s."
          .formatted(
              "G" + name.substring(1),
              gang.size(),
              never.get().whole(),
              never.get().denial().quota(),
              never.get().denial().limited());
    }
    int missing = shortages.stream().mapToInt(GangShortage::missing).max().orElse(1);
    return "The %s of %s %s admitted together or not at all, and %s."
        .formatted(
            Counted.of(missing, "missing pod"),
            name,
            Counted.verb(missing, "is", "are"),
            shortages.stream().map(GangShortage::lack).collect(Collectors.joining(", ")));
  }

  private boolean isForEver() {
    return !whole.exceeding(denial.limited()).isEmpty();
  }

  private String lack() {
    return "quota "
        + denial.quota()
        + " lacks "
        + denial.used().add(denial.requested()).subtract(denial.limited());
  }
}
