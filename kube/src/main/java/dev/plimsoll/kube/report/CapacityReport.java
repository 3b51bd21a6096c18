package dev.plimsoll.kube.report;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.capacity.DeviceGroup;
import dev.plimsoll.kubernetes.capacity.DeviceGroups;
import dev.plimsoll.kubernetes.capacity.NodeGroup;
import dev.plimsoll.kubernetes.capacity.NodeGroups;
import dev.plimsoll.kubernetes.capacity.TypicalRequest;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.device.DeviceUnit;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Taint;
import java.util.List;
import java.util.TreeMap;

/** Node groups as JSON. */
public final class CapacityReport {
  private CapacityReport() {}

  /**
   * Returns {@code {nodeGroups: […], deviceGroups: […], deviceFailures: […], unread: {…},
   * omissions: […]}}; what is placed and free is absent where pods were not read.
   */
  public static JsonObject of(
      List<NodeGroup> nodeGroups, DeviceGroups deviceGroups, Cluster cluster) {
    boolean isPlacedKnown = cluster.covers(Pod.RESOURCE);
    return JsonObjectBuilder.object()
        .put("nodeGroups", JsonObjectBuilder.array(nodeGroups, g -> group(g, isPlacedKnown)))
        .put(
            "typicalRequests",
            JsonObjectBuilder.array(
                isPlacedKnown
                    ? new TreeMap<>(TypicalRequest.of(cluster)).values()
                    : List.<TypicalRequest>of(),
                CapacityReport::typical))
        .put(
            "deviceGroups",
            JsonObjectBuilder.array(deviceGroups.groups(), CapacityReport::deviceGroup))
        .put("deviceFailures", deviceGroups.failures())
        .put(
            "unread", UnreadReport.of(NodeGroups.unread(cluster).and(DeviceGroups.unread(cluster))))
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
    if (nodeGroup.isShared()) {
      group.put("physical", physical(nodeGroup));
    }
    if (isPlacedKnown) {
      group
          .put("placed", nodeGroup.placed())
          .put("free", nodeGroup.free())
          .put("usable", nodeGroup.usable())
          .put("withheld", nodeGroup.withheld())
          .put("largestFreeBlock", nodeGroup.largestBlock())
          .put("fits", new TreeMap<>(nodeGroup.fitting()));
    }
    return group.build();
  }

  private static JsonObject physical(NodeGroup nodeGroup) {
    boolean isKnown = nodeGroup.unit().basis() == DeviceUnit.Basis.SHARED;
    JsonObjectBuilder physical =
        JsonObjectBuilder.object().put("device", nodeGroup.unit().device()).put("known", isKnown);
    if (isKnown) {
      physical
          .put("part", nodeGroup.unit().part().toString())
          .put("devices", nodeGroup.devices().toString());
    }
    return physical.build();
  }

  private static JsonObject typical(TypicalRequest request) {
    JsonObjectBuilder perUnit = JsonObjectBuilder.object();
    request.perUnit().forEach((name, amount) -> perUnit.put(name.name(), amount));
    return JsonObjectBuilder.object()
        .put("resource", request.resource())
        .put("perUnit", perUnit.build())
        .put("pods", request.pods())
        .build();
  }

  static JsonObject deviceGroup(DeviceGroup group) {
    return JsonObjectBuilder.object()
        .put("deviceClass", group.deviceClass())
        .put("value", group.value())
        .put("total", group.total())
        .put("allocated", group.allocated())
        .put("blocked", group.blocked())
        .put("withheld", group.withheld())
        .put("free", group.free())
        .put("largestFreeBlock", group.largestBlock())
        .put("nodes", group.nodes())
        .build();
  }
}
