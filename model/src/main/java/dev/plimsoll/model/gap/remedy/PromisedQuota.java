package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.TightestLimits;
import dev.plimsoll.model.gap.DetectionContext;
import java.util.Map;
import java.util.Optional;

/** The sum that the quotas of all namespaces promise. */
final class PromisedQuota {
  private static final String REQUESTS = "requests.";

  private PromisedQuota() {}

  /**
   * Returns a comparison of the sum of the quotas on a scarce resource with the nodes, if the sum
   * is larger.
   */
  static Optional<String> of(DetectionContext context, Cluster changed, ResourceName key) {
    ResourceName resource =
        ResourceName.of(
            key.name().startsWith(REQUESTS) ? key.name().substring(REQUESTS.length()) : key.name());
    if (!context.totals().scarce().contains(resource)) {
      return Optional.empty();
    }
    Map<String, Quantity> tightest = TightestLimits.ofSingle(changed, resource);
    Quantity sum = tightest.values().stream().reduce(Quantity.ZERO, Quantity::add);
    Quantity all = context.totals().all().getOrZero(resource);
    return sum.compareTo(all) <= 0
        ? Optional.empty()
        : Optional.of(
            "the %s of %s then %s %s %s, and nodes have %s: other namespaces may wait for what this one uses"
                .formatted(
                    Counted.noun(tightest.size(), "quota"),
                    Counted.of(tightest.size(), "namespace"),
                    Counted.verb(tightest.size(), "promises", "promise"),
                    sum,
                    resource,
                    all));
  }
}
