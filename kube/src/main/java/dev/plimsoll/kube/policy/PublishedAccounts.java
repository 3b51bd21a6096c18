package dev.plimsoll.kube.policy;

import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.ContendedUsage;
import dev.plimsoll.model.tenancy.LeanedWeight;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the accounts that an advisor published in the status of a policy. An account that can't be
 * read counts as none, so the tenant's weight stays as agreed.
 */
public final class PublishedAccounts {
  private PublishedAccounts() {}

  /** Returns the policy with the accounts of its object; without a history, as it is. */
  public static CapacityPolicy read(CapacityPolicy policy, JsonTree object) {
    if (policy.division().leaning().isEmpty()) {
      return policy;
    }
    Map<ResourceName, Map<String, LeanedWeight>> accounts = new HashMap<>();
    for (JsonTree share : object.object("status").objects("shares")) {
      String resource = share.text("resource");
      account(share.object("history"))
          .filter(account -> !resource.isEmpty())
          .ifPresent(
              account ->
                  accounts
                      .computeIfAbsent(ResourceName.of(resource), r -> new HashMap<>())
                      .put(share.text("tenant"), account));
    }
    return policy.withAccounts(accounts);
  }

  private static Optional<LeanedWeight> account(JsonTree history) {
    double had = number(history, "had");
    double due = number(history, "due");
    double factor = number(history, "factor");
    return had >= 0 && due >= 0 && factor >= 0
        ? Optional.of(new LeanedWeight(new ContendedUsage(had, due, since(history)), factor))
        : Optional.empty();
  }

  /** Returns the number; NaN if the number is missing or not finite. */
  private static double number(JsonTree history, String name) {
    double number = history.get(name) instanceof Number n ? n.doubleValue() : Double.NaN;
    return Double.isFinite(number) ? number : Double.NaN;
  }

  private static Optional<Instant> since(JsonTree history) {
    try {
      return Optional.of(history.text("since")).filter(t -> !t.isEmpty()).map(Instant::parse);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
