package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quota.ResourceQuotaController;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds quotas whose {@code status.used} isn't what the objects of the picture add up to. Only keys
 * whose objects are all in the picture are compared.
 */
final class StaleUsageDetector implements GapDetector {

  @Override
  public List<Finding> detect(DetectionContext detectionContext) {
    List<Finding> found = new ArrayList<>();
    for (ResourceQuota quota : detectionContext.quotas()) {
      ResourceQuota recounted = ResourceQuotaController.sync(detectionContext.cluster(), quota);
      for (ResourceName key : recounted.status().used().names()) {
        Quantity counted = recounted.status().used().getOrZero(key);
        quota
            .status()
            .used()
            .get(key)
            .filter(recorded -> recorded.compareTo(counted) != 0)
            .ifPresent(recorded -> found.add(finding(quota, key, recorded, counted)));
      }
    }
    return found;
  }

  private static Finding finding(
      ResourceQuota quota, ResourceName key, Quantity recorded, Quantity counted) {
    return FindingBuilder.of(GapKind.StaleUsage, quota)
        .resource(key)
        .message(
            "quota "
                + quota.name()
                + " says that "
                + recorded
                + " of "
                + key
                + " are used, the objects add up to "
                + counted
                + "; the controller recounts every 5 minutes")
        .evidence("recorded", recorded)
        .evidence("counted", counted)
        .evidence("hard", quota.spec().hard().getOrZero(key))
        .remedies(List::of);
  }
}
