package dev.plimsoll.kube;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.DeviceAllocation;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.placement.dra.DeviceTaintEviction;
import dev.plimsoll.kubernetes.placement.framework.NodeDiagnosis;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.placement.plugins.DynamicResources;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Replays what kube-scheduler did with the pods and claims of one cluster with devices: created one
 * after the other, a pod that was placed stays where it was placed, with the devices that its
 * claims got.
 */
final class DeviceConformance {
  private static final Scheduler SCHEDULER = DefaultPlugins.scheduler();
  private static final DynamicResources DYNAMIC_RESOURCES = new DynamicResources();

  private final List<String> differences = new ArrayList<>();
  private Cluster cluster;

  private DeviceConformance(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Returns where the model differs from a recording, a sentence each. */
  static List<String> differences(JsonObject recorded) {
    ClusterBuilder builder =
        Cluster.builder(Instant.EPOCH)
            .controlPlane(RecordedVectors.controlPlane(recorded))
            .add(new Namespace(ObjectMeta.of("", "default")))
            .listed(Namespace.RESOURCE)
            .listed(Node.RESOURCE)
            .listed(Pod.RESOURCE)
            .listed(PriorityClass.RESOURCE)
            .listed(ResourceSlice.RESOURCE)
            .listed(DeviceClass.RESOURCE)
            .listed(ResourceClaim.RESOURCE);
    read(recorded.getAsJsonArray("nodes"), Node.TYPE).forEach(builder::add);
    read(recorded.getAsJsonArray("resourceSlices"), ResourceSlice.TYPE).forEach(builder::add);
    read(recorded.getAsJsonArray("deviceClasses"), DeviceClass.TYPE).forEach(builder::add);
    DeviceConformance replay = new DeviceConformance(builder.build());
    for (JsonElement step : recorded.getAsJsonArray("pending")) {
      replay.step(step.getAsJsonObject());
    }
    return replay.differences;
  }

  private static List<ApiObject> read(JsonArray objects, GroupVersionKind type) {
    List<ApiObject> read = new ArrayList<>();
    objects.forEach(o -> read.add(ObjectReader.read(JsonTree.of(o.getAsJsonObject()), type)));
    return read;
  }

  private void step(JsonObject step) {
    boolean isClaim = step.has("claim");
    JsonObject manifest = step.getAsJsonObject(isClaim ? "claim" : "pod");
    String name = manifest.getAsJsonObject("metadata").get("name").getAsString();
    AdmissionReport report =
        AdmissionChain.standard()
            .admit(
                cluster,
                AdmissionRequest.create(
                    ObjectReader.read(
                        JsonTree.of(manifest), isClaim ? ResourceClaim.TYPE : Pod.TYPE)));
    int code = step.has("code") ? step.get("code").getAsInt() : 201;
    if (report.code() != code) {
      differ(name, "answered with " + code, report.code() + " " + report.message());
    } else if (isClaim && report.allowed()) {
      cluster = report.cluster();
    } else if (!isClaim && report.allowed()) {
      schedule(step, withUid((Pod) report.object()));
    }
  }

  /** The API server gives UIDs, by which claims know their pods. */
  private static Pod withUid(Pod pod) {
    ObjectMeta meta = pod.metadata();
    return pod.withMetadata(meta.with(b -> b.uid("uid-of-" + meta.name())));
  }

  private void schedule(JsonObject step, Pod pod) {
    Snapshot snapshot = Snapshot.of(cluster);
    ScheduleResult scheduleResult =
        Simulation.of(cluster, AdmissionChain.standard(), SCHEDULER).scheduleResultOf(pod);
    String recorded =
        recorded(step)
            .replaceAll("(Duplicate value: )\"[^\"]*\"", "$1\"uid-of-" + pod.name() + "\"");
    String decided = decided(scheduleResult);
    if (!decided.equals(recorded) && !failures(scheduleResult).contains(recorded)) {
      differ(pod.name(), recorded, decided);
    }
    if (scheduleResult instanceof ScheduleResult.Unschedulable unschedulable) {
      new DeviceShortageCheck(SCHEDULER, cluster, pod)
          .mistakes(unschedulable)
          .forEach(m -> differ(pod.name(), recorded, m));
    }
    if (!step.has("node")) {
      return;
    }
    String node = step.get("node").getAsString();
    if (scheduleResult instanceof ScheduleResult.Feasible feasible) {
      Map<String, Long> scores = SCHEDULER.score(snapshot, pod, feasible.nodes());
      if (!Collections.max(scores.values()).equals(scores.get(node))) {
        differ(pod.name(), "placed on " + node, "that the scores are " + scores);
      }
    }
    Cluster reserved = DYNAMIC_RESOURCES.reserve(snapshot, pod, snapshot.node(node).orElseThrow());
    JsonObject allocations = step.getAsJsonObject("allocations");
    for (String claim : allocations.keySet()) {
      String expected = devices(allocations.getAsJsonArray(claim));
      String got =
          reserved
              .find(ResourceClaim.class, pod.namespace(), claim)
              .flatMap(ResourceClaim::allocation)
              .map(DeviceConformance::devices)
              .orElse("nothing");
      if (!got.equals(expected)) {
        differ(pod.name(), "given " + expected + " by " + claim, got);
      }
    }
    cluster = afterEviction(reserved.with(pod.withSpec(pod.spec().withNodeName(node))), pod);
  }

  /** The cluster that was recorded had the controller that evicts pods from tainted devices. */
  private static Cluster afterEviction(Cluster placed, Pod pod) {
    List<ResourceClaim> claims =
        placed.list(ResourceClaim.class, pod.namespace()).stream()
            .filter(c -> c.reservedFor().contains(pod.metadata().uid()))
            .toList();
    if (claims.stream().allMatch(c -> DeviceTaintEviction.of(c, placed).isEmpty())) {
      return placed;
    }
    Cluster evicted = placed.without(pod);
    for (ResourceClaim claim : claims) {
      evicted = evicted.with(claim.deallocated());
    }
    return evicted;
  }

  private static String devices(JsonArray results) {
    List<String> devices = new ArrayList<>();
    for (JsonElement each : results) {
      Map<String, String> fields = new TreeMap<>();
      each.getAsJsonObject()
          .entrySet()
          .forEach(e -> fields.put(e.getKey(), e.getValue().getAsString()));
      devices.add(
          fields.get("request")
              + "="
              + fields.get("driver")
              + "/"
              + fields.get("pool")
              + "/"
              + fields.get("device"));
    }
    return devices.toString();
  }

  private static String devices(DeviceAllocation allocation) {
    return allocation.results().stream()
        .map(r -> r.request() + "=" + r.driver() + "/" + r.pool() + "/" + r.device())
        .toList()
        .toString();
  }

  private static String recorded(JsonObject step) {
    if (step.has("node")) {
      List<String> feasible = new ArrayList<>();
      step.getAsJsonArray("feasible").forEach(n -> feasible.add(n.getAsString()));
      feasible.sort(null);
      return "feasible on " + feasible;
    }
    return step.has("nothing") ? "not looked at" : step.get("message").getAsString();
  }

  /** Nodes are looked at in parallel; of several that fail, any may be the one that is told. */
  private static Set<String> failures(ScheduleResult scheduleResult) {
    Set<String> failures = new HashSet<>();
    if (scheduleResult instanceof ScheduleResult.Unschedulable unschedulable) {
      for (NodeDiagnosis node : unschedulable.nodes()) {
        Rejection rejection = node.rejection();
        if (rejection.code() == Rejection.Code.ERROR) {
          failures.add(
              "running \"" + rejection.plugin() + "\" filter plugin: " + rejection.message());
        }
      }
    }
    return failures;
  }

  private static String decided(ScheduleResult scheduleResult) {
    if (scheduleResult instanceof ScheduleResult.Feasible feasible) {
      return "feasible on " + feasible.nodes();
    }
    return scheduleResult instanceof ScheduleResult.Gated
        ? "not looked at"
        : scheduleResult.message();
  }

  private void differ(String name, String recorded, String decided) {
    differences.add(name + " was " + recorded + ", and the model says " + decided + ".");
  }
}
