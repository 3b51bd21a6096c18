package dev.plimsoll.kube.report;

import com.google.gson.JsonObject;
import dev.plimsoll.model.capacity.NodeGroup;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Taint;
import java.util.List;
import java.util.TreeMap;

/** Node groups as JSON. */
public final class CapacityReport {
  private CapacityReport() {}

  /** Returns {@code {nodeGroups: […], omissions: […]}}. */
  public static JsonObject of(List<NodeGroup> nodeGroups, Cluster cluster) {
    return JsonObjectBuilder.object()
        .put("nodeGroups", JsonObjectBuilder.array(nodeGroups, CapacityReport::group))
        .put("asOf", cluster.asOf())
        .put("omissions", cluster.omissions())
        .build();
  }

  private static JsonObject group(NodeGroup nodeGroup) {
    return JsonObjectBuilder.object()
        .put("product", nodeGroup.product())
        .put("taints", nodeGroup.taints().stream().map(Taint::text).toList())
        .put("resource", nodeGroup.resource())
        .put("perNode", nodeGroup.perNode())
        .put("nodes", nodeGroup.nodes())
        .put("total", nodeGroup.total())
        .put("placed", nodeGroup.placed())
        .put("free", nodeGroup.free())
        .put("withheld", nodeGroup.withheld())
        .put("largestFreeBlock", nodeGroup.largestBlock())
        .put("fits", new TreeMap<>(nodeGroup.fitting()))
        .build();
  }
}
