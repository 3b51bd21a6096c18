package dev.plimsoll.extender;

import dev.plimsoll.extender.protocol.ExtenderArgs;
import dev.plimsoll.extender.protocol.NodeNames;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Enforcement;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.NodePool;
import dev.plimsoll.model.tenancy.Tenant;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Nodes, pods and quotas with GPUs, and the calls about them. */
public final class ExtenderFixtures {
  public static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  public static final ResourceName QUOTA_KEY = ResourceName.of("requests.nvidia.com/gpu");

  private ExtenderFixtures() {}

  public static Node node(String name, long gpus) {
    return NodeBuilder.node(name)
        .has("cpu", "64")
        .has("memory", "512Gi")
        .has("nvidia.com/gpu", "" + gpus)
        .build();
  }

  public static ResourceQuota quota(String namespace, long gpus) {
    return ResourceQuotaBuilder.quota(namespace, "gpus")
        .hard("requests.nvidia.com/gpu=" + gpus)
        .build();
  }

  public static Pod pod(String namespace, String name, long gpus, String node) {
    String list = "nvidia.com/gpu=" + gpus;
    return PodBuilder.pod(namespace, name)
        .uid("uid-" + name)
        .requests(list)
        .limits(list)
        .on(node)
        .build();
  }

  /** Returns a policy by which two tenants, {@code one} and {@code two}, share all GPUs evenly. */
  public static CapacityPolicy policy(PlacementMode placementMode, BorrowingMode borrowingMode) {
    return policy(
        placementMode, borrowingMode, Tenant.of("one", 1, "one"), Tenant.of("two", 1, "two"));
  }

  /** Returns a policy by which these share all GPUs. */
  public static CapacityPolicy policy(
      PlacementMode placementMode, BorrowingMode borrowingMode, Tenant... tenants) {
    return policy(placementMode, borrowingMode, List.of(), DividedResource.of(GPU), tenants);
  }

  /** Returns a policy that divides the GPUs of one node only, without borrowing. */
  public static CapacityPolicy policyOnNode(String node) {
    LabelSelector selector = new LabelSelector(Map.of("kubernetes.io/hostname", node), List.of());
    return policy(
        PlacementMode.HOLD,
        BorrowingMode.NEVER,
        List.of(new NodePool("pool", selector)),
        new DividedResource(GPU, Quantity.of(1), List.of("pool")),
        Tenant.of("one", 1, "one"),
        Tenant.of("two", 1, "two"));
  }

  private static CapacityPolicy policy(
      PlacementMode placementMode,
      BorrowingMode borrowingMode,
      List<NodePool> pools,
      DividedResource resource,
      Tenant... tenants) {
    return CapacityPolicy.proportional("policy", List.of(tenants), List.of(resource))
        .withPools(pools)
        .withEnforcement(
            new Enforcement(Enforcement.AdmissionMode.OFF, placementMode, borrowingMode));
  }

  public static ClusterBuilder cluster() {
    return Cluster.builder(Instant.EPOCH).complete();
  }

  public static void changed(
      Extender extender, Optional<ApiObject> before, Optional<ApiObject> after, Cluster now) {
    extender.decisions().changed(List.of(new ObjectChange(before, after)), now);
  }

  public static String podJson(Pod pod) {
    long gpus = pod.spec().containers().get(0).resources().limits().getOrZero(GPU).value();
    return String.format(
        "{\"metadata\":{\"namespace\":\"%s\",\"name\":\"%s\",\"uid\":\"%s\"},\"spec\":{\"containers\":"
            + "[{\"name\":\"c\",\"resources\":{\"limits\":{\"nvidia.com/gpu\":\"%d\"},"
            + "\"requests\":{\"nvidia.com/gpu\":\"%d\"}}}]}}",
        pod.namespace(), pod.name(), pod.metadata().uid(), gpus, gpus);
  }

  public static String args(Pod pod, String... nodes) {
    return "{\"Pod\":"
        + podJson(pod)
        + ",\"Nodes\":null,\"NodeNames\":[\""
        + String.join("\",\"", nodes)
        + "\"]}";
  }

  /** Returns names as they stand in a call. */
  public static NodeNames names(List<String> nodes) {
    String call = args(pod("team", "p", 1, ""), nodes.toArray(new String[0]));
    InputStream body = new ByteArrayInputStream(call.getBytes(StandardCharsets.UTF_8));
    return ExtenderArgs.read(body).candidates().names();
  }

  /** Returns the text that pieces of it make. */
  public static String text(List<byte[]> pieces) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    pieces.forEach(all::writeBytes);
    return all.toString(StandardCharsets.UTF_8);
  }

  public static String binding(Pod pod, String node) {
    return String.format(
        "{\"PodName\":\"%s\",\"PodNamespace\":\"%s\",\"PodUID\":\"%s\",\"Node\":\"%s\"}",
        pod.name(), pod.namespace(), pod.metadata().uid(), node);
  }

  /** Returns a DaemonSet agent in the namespace system. */
  public static Workload daemonSet(String uid) {
    return new Workload(
        ObjectMeta.of("system", "agent").withUid(uid),
        GroupVersionKind.of("apps/v1", "DaemonSet"),
        new GroupResource("apps", "daemonsets"),
        List.of(),
        List.of(),
        false);
  }
}
