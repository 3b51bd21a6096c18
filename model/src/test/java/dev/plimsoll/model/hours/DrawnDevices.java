package dev.plimsoll.model.hours;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;

import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;

/** Draws clusters with failed, cordoned, tainted and shared devices, and pods that wait. */
record DrawnDevices(Random random) {
  static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");

  List<ApiObject> cluster() {
    List<ApiObject> objects = new ArrayList<>();
    int nodes = 1 + random.nextInt(5);
    for (int i = 0; i < nodes; i++) {
      objects.add(drawNode("n" + i));
    }
    for (String namespace : List.of("team-a", "team-b")) {
      if (random.nextBoolean()) {
        String limit = "requests.nvidia.com/gpu=" + units();
        objects.add(
            quota(namespace, "q").hard(limit).status(limit, "requests.nvidia.com/gpu=0").build());
      }
    }
    int pods = random.nextInt(8);
    for (int i = 0; i < pods; i++) {
      boolean isPlaced = random.nextBoolean();
      objects.add(drawPod("p" + i).on(isPlaced ? "n" + random.nextInt(nodes) : "").build());
    }
    for (int i = 0; i < random.nextInt(3); i++) {
      objects.add(owner("w" + i, drawPod("t", random.nextBoolean()), random.nextInt(6)));
    }
    return objects;
  }

  Node drawNode(String name) {
    int units = units();
    NodeBuilder builder =
        node(name)
            .has("cpu", String.valueOf(1 + random.nextInt(16)))
            .has("nvidia.com/gpu", String.valueOf(units))
            .label("nvidia.com/gpu.product", random.nextBoolean() ? "A100" : "H100");
    if (random.nextInt(4) == 0) {
      builder.label("nvidia.com/gpu.replicas", String.valueOf(1 + random.nextInt(4)));
    }
    if (random.nextInt(5) == 0) {
      builder.has("nvidia.com/mig-1g.5gb", String.valueOf(random.nextInt(8)));
    }
    if (random.nextInt(5) == 0) {
      builder.cordoned();
    }
    if (random.nextInt(5) == 0) {
      builder.taint("example.com/team", "x", "NoSchedule");
    }
    Node whole = builder.build();
    int broken = random.nextInt(3) == 0 ? random.nextInt(units + 1) : 0;
    return new Node(
        whole.metadata(),
        whole.unschedulable(),
        whole.taints(),
        whole.capacity(),
        whole.allocatable().with(GPU, Quantity.of(units - broken)),
        whole.conditions());
  }

  PodBuilder drawPod(String name) {
    return drawPod(name, true);
  }

  /** Draws a pod; as a template it may have limits only. */
  private PodBuilder drawPod(String name, boolean requests) {
    int units = units();
    PodBuilder pod =
        pod(random.nextBoolean() ? "team-a" : "team-b", name)
            .requests("cpu", String.valueOf(1 + random.nextInt(6)));
    if (units > 0) {
      pod.requests(requests ? "nvidia.com/gpu=" + units : "").limits("nvidia.com/gpu=" + units);
    }
    if (random.nextInt(5) == 0) {
      pod.nodeSelector("nvidia.com/gpu.product", "H100");
    }
    if (random.nextInt(5) == 0) {
      pod.spec(s -> s.schedulingGates(List.of("example.com/wait")));
    }
    if (random.nextInt(5) == 0) {
      pod.tolerates("", "Exists", "", "");
    }
    return pod;
  }

  private int units() {
    return random.nextInt(9);
  }

  static Workload owner(String name, PodBuilder template, int replicas) {
    return new Workload(
        ObjectMeta.of(template.build().namespace(), name),
        new GroupVersionKind("apps", "v1", "ReplicaSet"),
        new GroupResource("apps", "replicasets"),
        List.of(
            new Workload.PodTemplate(
                "spec.template",
                ObjectMeta.builder().build(),
                template.build().spec(),
                OptionalInt.of(replicas))),
        List.of(),
        false);
  }
}
