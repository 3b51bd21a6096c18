package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quota.QuotaKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Holds the sum of the quotas on each scarce resource, and each quota by itself, against what nodes
 * have. A namespace's own ceiling is its tightest quota without scopes.
 */
final class QuotaCeilingDetector implements GapDetector {

  @Override
  public List<Finding> detect(DetectionContext detectionContext) {
    List<Finding> found = new ArrayList<>();
    for (ResourceName resource : detectionContext.scarce()) {
      sum(detectionContext, resource).ifPresent(found::add);
    }
    for (ResourceQuota quota : detectionContext.quotas()) {
      for (ResourceName key : quota.spec().hard().names()) {
        unreachable(detectionContext, quota, key).ifPresent(found::add);
      }
    }
    return found;
  }

  private static Optional<Finding> sum(DetectionContext detectionContext, ResourceName resource) {
    Map<String, Quantity> ceilings = ceilings(detectionContext, resource);
    if (ceilings.isEmpty()) {
      return Optional.empty();
    }
    Quantity promised = ceilings.values().stream().reduce(Quantity.ZERO, Quantity::add);
    Quantity all = detectionContext.allocatable().getOrZero(resource);
    Quantity open = detectionContext.schedulable().getOrZero(resource);
    if (promised.compareTo(all) > 0) {
      return Optional.of(
          totals(GapKind.QuotasOvercommitted, resource, promised, all, open, ceilings)
              .message(
                  "the quotas of "
                      + ceilings.size()
                      + (ceilings.size() == 1 ? " namespace" : " namespaces")
                      + " promise "
                      + promised
                      + " of "
                      + resource
                      + ", all nodes together have "
                      + all
                      + (open.equals(all) ? "" : " (" + open + " on nodes that take pods)"))
              .remedies(() -> QuotaRemedies.divide(detectionContext, resource, ceilings)));
    }
    boolean everyUserHasOne =
        ceilings.keySet().containsAll(NoQuotaDetector.users(detectionContext, resource).keySet());
    if (promised.compareTo(open) < 0 && everyUserHasOne) {
      return Optional.of(
          totals(GapKind.CapacityUnassigned, resource, promised, all, open, ceilings)
              .message(
                  "the quotas promise "
                      + promised
                      + " of "
                      + resource
                      + ", nodes that take pods have "
                      + open
                      + ": "
                      + open.subtract(promised)
                      + " can't be used by any namespace that has a quota")
              .remedies(() -> QuotaRemedies.divide(detectionContext, resource, ceilings)));
    }
    return Optional.empty();
  }

  private static FindingBuilder totals(
      GapKind kind,
      ResourceName resource,
      Quantity promised,
      Quantity all,
      Quantity open,
      Map<String, Quantity> ceilings) {
    FindingBuilder gap =
        FindingBuilder.ofCluster(kind)
            .resource(resource)
            .evidence("promised", promised)
            .evidence("allocatable", all)
            .evidence("schedulable", open);
    ceilings.forEach((namespace, hard) -> gap.evidence("hard in " + namespace, hard));
    return gap;
  }

  /** Returns each namespace's tightest ceiling on the resource, from quotas without scopes. */
  static Map<String, Quantity> ceilings(DetectionContext detectionContext, ResourceName resource) {
    ResourceName key = ResourceName.of("requests." + resource);
    Map<String, Quantity> tightest = new TreeMap<>();
    for (ResourceQuota quota : detectionContext.cluster().list(ResourceQuota.class)) {
      if (!quota.spec().countsAllPods()) {
        continue;
      }
      quota
          .spec()
          .hard()
          .get(key)
          .ifPresent(
              hard ->
                  tightest.merge(quota.namespace(), hard, (a, b) -> a.compareTo(b) <= 0 ? a : b));
    }
    return tightest;
  }

  private static Optional<Finding> unreachable(
      DetectionContext detectionContext, ResourceQuota quota, ResourceName key) {
    Optional<ResourceName> resource = QuotaKeys.nodeResource(key);
    Quantity hard = quota.spec().hard().getOrZero(key);
    if (resource.isEmpty() || detectionContext.cluster().nodes().isEmpty()) {
      return Optional.empty();
    }
    Quantity open = detectionContext.schedulable().getOrZero(resource.get());
    if (hard.compareTo(open) <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        FindingBuilder.of(GapKind.QuotaUnreachable, quota)
            .resource(key)
            .message(
                "quota "
                    + quota.name()
                    + " allows "
                    + hard
                    + " of "
                    + key
                    + ", all nodes that take pods have "
                    + open
                    + " together")
            .evidence("hard", hard)
            .evidence("schedulable", open)
            .evidence("used", quota.status().used().getOrZero(key))
            .remedies(() -> QuotaRemedies.lowerTo(quota, key, open)));
  }
}
