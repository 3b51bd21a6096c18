package dev.plimsoll.kube.report;

import com.google.gson.JsonObject;
import dev.plimsoll.model.capacity.NodeGroup;
import dev.plimsoll.model.capacity.NodeGroups;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.Taint;
import java.util.List;
import java.util.TreeMap;

/** Node groups as JSON. */
public final class CapacityReport {
  private CapacityReport() {}

  /**
   * Returns {@code {nodeGroups: […], unread: {…}, omissions: […]}}; what is placed and free is
   * absent where pods were not read.
   */
  public static JsonObject of(List<NodeGroup> nodeGroups, Cluster cluster) {
    boolean isPlacedKnown = cluster.covers(Pod.RESOURCE);
    return JsonObjectBuilder.object()
        .put("nodeGroups", JsonObjectBuilder.array(nodeGroups, g -> group(g, isPlacedKnown)))
        .put("unread", UnreadReport.of(NodeGroups.unread(cluster)))
        .put("asOf", cluster.asOf())
        .put("omissions", cluster.omissions())
        .build();
  }

  private static JsonObject group(NodeGroup nodeGroup, boolean isPlacedKnown) {
    JsonObjectBuilder group =
        JsonObjectBuilder.object()
            .put("product", nodeGroup.product())
            .put("taints", nodeGroup.taints().stream().map(Taint::text).toList())
            .put("resource", nodeGroup.resource())
            .put("perNode", nodeGroup.perNode())
            .put("nodes", nodeGroup.nodes())
            .put("total", nodeGroup.total());
    if (isPlacedKnown) {
      group
          .put("placed", nodeGroup.placed())
          .put("free", nodeGroup.free())
          .put("withheld", nodeGroup.withheld())
          .put("largestFreeBlock", nodeGroup.largestBlock())
          .put("fits", new TreeMap<>(nodeGroup.fitting()));
    }
    return group.build();
  }
}
