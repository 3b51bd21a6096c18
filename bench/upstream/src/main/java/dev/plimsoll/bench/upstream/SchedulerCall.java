package dev.plimsoll.bench.upstream;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.object.CsiNode;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodDisruptionBudget;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.VolumeAttachment;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A recorded call of a plug-in of kube-scheduler, with the cluster that the plug-in saw. */
final class SchedulerCall {
  private static final String UNNAMED = "unnamed";
  private static final Map<String, GroupVersionKind> KINDS = kinds();

  private final Call call;
  private final ValidNames names = new ValidNames();

  SchedulerCall(Call call) {
    this.call = new Call(call.version(), names.renamed(call.json()));
  }

  private static Map<String, GroupVersionKind> kinds() {
    Map<String, GroupVersionKind> kinds = new LinkedHashMap<>();
    kinds.put("Namespace", Namespace.TYPE);
    kinds.put("Service", Service.TYPE);
    kinds.put("ReplicationController", GroupVersionKind.of("v1", "ReplicationController"));
    kinds.put("ReplicaSet", GroupVersionKind.of("apps/v1", "ReplicaSet"));
    kinds.put("StatefulSet", GroupVersionKind.of("apps/v1", "StatefulSet"));
    kinds.put("PersistentVolume", PersistentVolume.TYPE);
    kinds.put("PersistentVolumeClaim", PersistentVolumeClaim.TYPE);
    kinds.put("StorageClass", StorageClass.TYPE);
    kinds.put("CSINode", CsiNode.TYPE);
    kinds.put("VolumeAttachment", VolumeAttachment.TYPE);
    kinds.put("PodDisruptionBudget", PodDisruptionBudget.TYPE);
    return kinds;
  }

  Call call() {
    return call;
  }

  /** Returns the name of the node that a filter was asked about. */
  String asked() {
    String asked = call.text("asked");
    return asked.isEmpty() ? UNNAMED : names.valid(asked);
  }

  /** Returns the pod that is to be placed. */
  Pod pod() {
    return call.object("pod", Pod.class, Pod.TYPE);
  }

  /** Returns the reasons with valid names. */
  String reasons() {
    return names.renamed(call.texts("reasons").toString());
  }

  /** Returns the cluster with the nodes, their pods and the further objects of the call. */
  Cluster cluster() {
    ClusterBuilder builder =
        Cluster.builder(Instant.EPOCH).complete().controlPlane(call.controlPlane());
    Set<String> taken = new HashSet<>();
    if (call.has("nodes")) {
      for (JsonElement each : call.json().getAsJsonArray("nodes")) {
        JsonObject node = each.getAsJsonObject();
        Node read =
            (Node)
                ObjectReader.read(JsonTree.of(Call.named(node.getAsJsonObject("node"))), Node.TYPE);
        builder.add(read);
        JsonArray pods = node.getAsJsonArray("pods");
        pods.forEach(pod -> builder.add(placed(pod.getAsJsonObject(), read.name(), taken)));
      }
    }
    KINDS.forEach((key, kind) -> builder.addAll(call.objects(key, kind)));
    if (call.has("classes")) {
      call.json()
          .getAsJsonObject("classes")
          .entrySet()
          .forEach(
              c ->
                  builder.add(
                      ObjectReader.read(
                          JsonTree.of(deviceClass(c.getKey(), c.getValue().getAsString())),
                          DeviceClass.TYPE)));
    }
    return builder.build();
  }

  private static Pod placed(JsonObject json, String node, Set<String> taken) {
    Pod pod = (Pod) ObjectReader.read(JsonTree.of(Call.named(json)), Pod.TYPE);
    String name = pod.name();
    while (!taken.add(pod.namespace() + "/" + name)) {
      name = pod.name() + "-" + taken.size();
    }
    return pod.withMetadata(pod.metadata().withName(name)).withSpec(pod.spec().withNodeName(node));
  }

  /** Returns a DeviceClass for an extended resource. */
  static JsonObject deviceClass(String name, String resource) {
    JsonObject metadata = new JsonObject();
    metadata.addProperty("name", name);
    JsonObject spec = new JsonObject();
    spec.addProperty("extendedResourceName", resource);
    JsonObject deviceClass = new JsonObject();
    deviceClass.add("metadata", metadata);
    deviceClass.add("spec", spec);
    return deviceClass;
  }
}
