package dev.plimsoll.extender;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.cluster.ClusterBuilder;
import dev.plimsoll.model.object.Container;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.PodSpec;
import dev.plimsoll.model.object.PodStatus;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.object.ResourceQuotaSpec;
import dev.plimsoll.model.object.ResourceQuotaStatus;
import dev.plimsoll.model.object.ResourceRequirements;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.time.Instant;
import java.util.List;

/** Nodes, pods and quotas with GPUs, and the calls about them. */
final class Fixtures {
  static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  static final ResourceName QUOTA_KEY = ResourceName.of("requests.nvidia.com/gpu");

  private Fixtures() {}

  static Node node(String name, long gpus) {
    Resources has =
        Resources.builder()
            .put(ResourceName.CPU, Quantity.of(64))
            .put(ResourceName.MEMORY, Quantity.parse("512Gi"))
            .put(ResourceName.PODS, Quantity.of(110))
            .put(GPU, Quantity.of(gpus))
            .build();
    return new Node(ObjectMeta.of("", name), false, List.of(), has, has, List.of());
  }

  static ResourceQuota quota(String namespace, long gpus) {
    return new ResourceQuota(
        ObjectMeta.of(namespace, "gpus"),
        ResourceQuotaSpec.of(Resources.of(QUOTA_KEY, Quantity.of(gpus))),
        ResourceQuotaStatus.NONE);
  }

  static Pod pod(String namespace, String name, long gpus, String node) {
    Resources asks = Resources.of(GPU, Quantity.of(gpus));
    PodSpec spec =
        PodSpec.builder()
            .containers(List.of(Container.of("c", ResourceRequirements.of(asks, asks))))
            .nodeName(node)
            .build();
    ObjectMeta meta =
        ObjectMeta.builder().namespace(namespace).name(name).uid("uid-" + name).build();
    return new Pod(meta, spec, PodStatus.PENDING);
  }

  static ClusterBuilder cluster() {
    return Cluster.builder(Instant.EPOCH);
  }

  static String podJson(Pod pod) {
    long gpus = pod.spec().containers().get(0).resources().limits().getOrZero(GPU).value();
    return String.format(
        "{\"metadata\":{\"namespace\":\"%s\",\"name\":\"%s\",\"uid\":\"%s\"},\"spec\":{\"containers\":"
            + "[{\"name\":\"c\",\"resources\":{\"limits\":{\"nvidia.com/gpu\":\"%d\"},"
            + "\"requests\":{\"nvidia.com/gpu\":\"%d\"}}}]}}",
        pod.namespace(), pod.name(), pod.metadata().uid(), gpus, gpus);
  }

  static String args(Pod pod, String... nodes) {
    return "{\"Pod\":"
        + podJson(pod)
        + ",\"Nodes\":null,\"NodeNames\":[\""
        + String.join("\",\"", nodes)
        + "\"]}";
  }

  static String binding(Pod pod, String node) {
    return String.format(
        "{\"PodName\":\"%s\",\"PodNamespace\":\"%s\",\"PodUID\":\"%s\",\"Node\":\"%s\"}",
        pod.name(), pod.namespace(), pod.metadata().uid(), node);
  }
}
