package dev.plimsoll.kube.report;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.capacity.FlavorCapacities;
import dev.plimsoll.kubernetes.capacity.FlavorCapacity;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;

/** The flavors of Kueue as JSON. */
public final class FlavorReport {
  private FlavorReport() {}

  /**
   * Adds {@code byFlavor: {flavors: […], unread: {…}}} to a report of capacity. Placed and free
   * amounts are absent if pods were not read.
   */
  public static JsonObject addedTo(
      JsonObject report, List<FlavorCapacity> flavors, Cluster cluster) {
    boolean isPlacedKnown = cluster.covers(Pod.RESOURCE);
    report.add(
        "byFlavor",
        JsonObjectBuilder.object()
            .put("flavors", JsonObjectBuilder.array(flavors, f -> flavor(f, isPlacedKnown)))
            .put("unread", UnreadReport.of(FlavorCapacities.unread(cluster)))
            .build());
    return report;
  }

  private static JsonObject flavor(FlavorCapacity flavor, boolean isPlacedKnown) {
    JsonObjectBuilder object =
        JsonObjectBuilder.object()
            .put("flavor", flavor.key().flavor())
            .put("defined", flavor.isDefined())
            .put("resource", flavor.key().resource())
            .put("quotas", flavor.quotas())
            .put("nominal", flavor.nominal())
            .put("reserved", flavor.reserved())
            .put("nodes", flavor.nodes())
            .put("total", flavor.total());
    if (isPlacedKnown) {
      object
          .put("placed", flavor.placed())
          .put("free", flavor.free())
          .put("withheld", flavor.withheld())
          .put("largestFreeBlock", flavor.largestBlock());
    }
    return object.build();
  }
}
