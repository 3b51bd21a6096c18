package dev.plimsoll.kube;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.time.Instant;
import java.util.List;

/** The cluster as it was when a recording began: an empty namespace and a few classes. */
final class RecordedNamespace {
  private static final List<GroupResource> LISTED =
      List.of(
          Pod.RESOURCE,
          Service.RESOURCE,
          PersistentVolumeClaim.RESOURCE,
          ResourceClaim.RESOURCE,
          DeviceClass.RESOURCE,
          ResourceQuota.RESOURCE,
          new GroupResource("", "configmaps"),
          new GroupResource("", "secrets"),
          new GroupResource("", "serviceaccounts"),
          new GroupResource("", "replicationcontrollers"),
          new GroupResource("", "limitranges"),
          new GroupResource("", "endpoints"),
          new GroupResource("apps", "deployments"),
          new GroupResource("apps", "replicasets"),
          new GroupResource("apps", "statefulsets"),
          new GroupResource("apps", "daemonsets"),
          new GroupResource("batch", "jobs"),
          new GroupResource("batch", "cronjobs"),
          new GroupResource("networking.k8s.io", "ingresses"),
          new GroupResource("networking.k8s.io", "networkpolicies"),
          new GroupResource("policy", "poddisruptionbudgets"),
          new GroupResource("autoscaling", "horizontalpodautoscalers"),
          new GroupResource("coordination.k8s.io", "leases"),
          new GroupResource("discovery.k8s.io", "endpointslices"),
          new GroupResource("rbac.authorization.k8s.io", "roles"),
          new GroupResource("rbac.authorization.k8s.io", "rolebindings"),
          new GroupResource("resource.k8s.io", "resourceclaimtemplates"),
          new GroupResource("storage.k8s.io", "csistoragecapacities"));

  private static final String CLASSES =
      """
      [
        {"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass",
         "metadata": {"name": "low"}, "value": 100},
        {"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass",
         "metadata": {"name": "medium"}, "value": 1000},
        {"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass",
         "metadata": {"name": "high"}, "value": 10000},
        {"apiVersion": "node.k8s.io/v1", "kind": "RuntimeClass",
         "metadata": {"name": "kata"}, "overhead": {"podFixed": {"cpu": "250m", "memory": "120Mi"}}},
        {"apiVersion": "node.k8s.io/v1", "kind": "RuntimeClass",
         "metadata": {"name": "gvisor"}, "overhead": {"podFixed": {"memory": "64Mi"}}},
        {"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": "gold"}},
        {"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": "bronze"}}
      ]
      """;

  private RecordedNamespace() {}

  /** Returns the snapshot of the cluster with that namespace. */
  static Cluster named(String name, KubernetesControlPlane controlPlane) {
    ClusterBuilder builder = withClasses(controlPlane);
    LISTED.forEach(builder::listed);
    JsonObject labels = new JsonObject();
    labels.addProperty("kubernetes.io/metadata.name", name);
    JsonObject metadata = new JsonObject();
    metadata.addProperty("name", name);
    metadata.add("labels", labels);
    JsonObject namespace = new JsonObject();
    namespace.addProperty("apiVersion", "v1");
    namespace.addProperty("kind", "Namespace");
    namespace.add("metadata", metadata);
    return builder.add(ObjectReader.read(JsonTree.of(namespace))).build();
  }

  /** Returns a cluster with the classes that all recordings use. */
  static ClusterBuilder withClasses(KubernetesControlPlane controlPlane) {
    ClusterBuilder builder = Cluster.builder(Instant.EPOCH).controlPlane(controlPlane);
    for (JsonElement each : JsonParser.parseString(CLASSES).getAsJsonArray()) {
      builder.add(ObjectReader.read(JsonTree.of(each.getAsJsonObject())));
    }
    return builder;
  }
}
