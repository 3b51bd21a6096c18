package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Small clusters and policies for tests of tenancy. */
final class TenancyClusterBuilder {
  static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  static final DividedResource GPUS = DividedResource.of(GPU);
  static final Instant NOW = Instant.parse("2026-01-05T12:00:00Z");

  private final ClusterBuilder objects = Cluster.builder(NOW);
  private int pods;

  /** Adds a node of a product with GPUs. */
  TenancyClusterBuilder node(String name, String product, long gpus) {
    return add(gpuNode(name, product, gpus));
  }

  static Node gpuNode(String name, String product, long gpus) {
    return NodeBuilder.node(name)
        .label("nvidia.com/gpu.product", product)
        .has("nvidia.com/gpu", "" + gpus)
        .has("cpu", "64")
        .build();
  }

  /** Adds a pod with GPUs, pending if the node is empty. */
  TenancyClusterBuilder pod(String namespace, String node, long gpus) {
    PodBuilder pod = PodBuilder.pod(namespace, "p" + pods++).requests("nvidia.com/gpu", "" + gpus);
    return add(node.isEmpty() ? pod.build() : pod.on(node).build());
  }

  TenancyClusterBuilder namespace(String name, String... label) {
    return add(
        new Namespace(
            ObjectMeta.builder()
                .name(name)
                .labels(label.length == 0 ? Map.of() : Map.of(label[0], label[1]))
                .build()));
  }

  TenancyClusterBuilder add(ApiObject object) {
    objects.add(object);
    return this;
  }

  Cluster build() {
    return objects.build();
  }

  static Pod ownedByDaemonSet(Pod pod) {
    return pod.withMetadata(
        pod.metadata()
            .withOwners(List.of(new OwnerReference("apps/v1", "DaemonSet", "agent", "u", true))));
  }

  static Node notReady(Node node) {
    return new Node(
        node.metadata(),
        false,
        List.of(),
        node.capacity(),
        node.allocatable(),
        List.of(new Condition("Ready", "False", "", "")));
  }

  static LabelSelector label(String key, String value) {
    return new LabelSelector(Map.of(key, value), List.of());
  }

  static NodePool pool(String product) {
    return new NodePool(product, label("nvidia.com/gpu.product", product));
  }

  static CapacityPolicy gpuPolicy(Tenant... tenants) {
    return CapacityPolicy.proportional("test", List.of(tenants), List.of(GPUS));
  }
}
