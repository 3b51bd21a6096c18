package dev.plimsoll.bench.extender;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.util.List;

/**
 * A made-up cluster: nodes with 8 GPUs, and placed pods with none to four of them in namespaces
 * that each have a quota on GPUs, CPUs, memory and pods.
 */
final class BenchmarkCluster {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  static final int TENANTS = 100;
  private static final long[] GPUS = {0, 1, 0, 0, 1, 0, 2, 0, 0, 4};

  private BenchmarkCluster() {}

  static String node(int number) {
    return String.format("gpu-node-%06d.cluster.example.org", number);
  }

  /** As many as calls are about. */
  private static final int ASKED = 1000;

  static String namespace(int pod) {
    return "team-" + pod % TENANTS;
  }

  static Cluster of(int nodes, int pods) {
    ClusterBuilder cluster = Cluster.builder(Instant.EPOCH);
    Resources has =
        Resources.builder()
            .put(ResourceName.CPU, Quantity.parse("127500m"))
            .put(ResourceName.MEMORY, Quantity.parse("1055721436Ki"))
            .put(ResourceName.PODS, Quantity.of(110))
            .put(GPU, Quantity.of(8))
            .build();
    for (int i = 0; i < nodes; i++) {
      cluster.add(new Node(ObjectMeta.of("", node(i)), false, List.of(), has, has, List.of()));
    }
    for (int i = 0; i < TENANTS; i++) {
      cluster.add(quota(namespace(i), nodes));
    }
    for (int i = 0; i < pods; i++) {
      cluster.add(pod(i, node(i % nodes)));
    }
    for (int i = 0; i < ASKED; i++) {
      cluster.add(asked(i));
    }
    return cluster.build();
  }

  private static ResourceQuota quota(String namespace, int nodes) {
    Resources hard =
        Resources.builder()
            .put(ResourceName.of("requests.nvidia.com/gpu"), Quantity.of(8L * nodes))
            .put(ResourceName.of("requests.cpu"), Quantity.of(128L * nodes))
            .put(ResourceName.of("requests.memory"), Quantity.parse(1024L * nodes + "Gi"))
            .put(ResourceName.PODS, Quantity.of(100L * nodes))
            .build();
    return new ResourceQuota(
        ObjectMeta.of(namespace, "compute"), ResourceQuotaSpec.of(hard), ResourceQuotaStatus.NONE);
  }

  /** Returns a pod that waits to be placed, and that calls are about. */
  private static Pod asked(int number) {
    Pod pod = pod(number, "");
    return pod.withMetadata(
        ObjectMeta.builder()
            .namespace(namespace(number))
            .name("new-" + number)
            .uid("new-uid-" + number)
            .build());
  }

  static Pod pod(int number, String node) {
    Resources.Builder requests =
        Resources.builder()
            .put(ResourceName.CPU, Quantity.parse(8 + number % 5 + "500m"))
            .put(ResourceName.MEMORY, Quantity.parse(32 + number % 7 + "Gi"));
    long gpus = GPUS[number % GPUS.length];
    if (gpus > 0) {
      requests.put(GPU, Quantity.of(gpus));
    }
    Resources built = requests.build();
    return new Pod(
        ObjectMeta.builder()
            .namespace(namespace(number))
            .name("train-" + number)
            .uid("uid-" + number)
            .build(),
        PodSpec.builder()
            .containers(List.of(Container.of("main", ResourceRequirements.of(built, built))))
            .nodeName(node)
            .build(),
        PodStatus.PENDING);
  }
}
