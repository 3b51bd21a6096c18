package dev.plimsoll.model.gate;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Enforcement;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.Tenant;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Clusters of GPU nodes with gated pods, for tests. */
final class GatedCluster {
  static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  static final Instant NOW = Instant.parse("2026-01-05T12:00:00Z");

  private final ClusterBuilder objects = Cluster.builder(NOW).complete();

  static CapacityPolicy policy(
      PlacementMode placement, BorrowingMode borrowing, List<Tenant> tenants) {
    return CapacityPolicy.proportional("policy", tenants, List.of(DividedResource.of(GPU)))
        .withEnforcement(new Enforcement(AdmissionMode.OFF, placement, borrowing));
  }

  static CapacityPolicy policy(BorrowingMode borrowing) {
    return policy(
        PlacementMode.GATE,
        borrowing,
        List.of(Tenant.of("one", 1, "one"), Tenant.of("two", 1, "two")));
  }

  GatedCluster node(String name, int gpus) {
    objects.add(
        NodeBuilder.node(name)
            .has("nvidia.com/gpu", "" + gpus)
            .has("cpu", "64")
            .has("memory", "256Gi")
            .has("pods", "110")
            .build());
    return this;
  }

  GatedCluster add(Collection<? extends ApiObject> some) {
    some.forEach(objects::add);
    return this;
  }

  GatedCluster add(ApiObject... some) {
    return add(List.of(some));
  }

  Cluster build() {
    return objects.build();
  }

  /** Returns a pod without a gate that is so many seconds old. */
  static PodBuilder pod(String namespace, String name, int gpus) {
    String list = "nvidia.com/gpu=" + gpus;
    return PodBuilder.pod(namespace, name).uid("uid-" + name).requests(list).limits(list);
  }

  static Pod gated(PodBuilder pod, long age) {
    return gated(pod, age, List.of(ShareGate.NAME));
  }

  static Pod gated(PodBuilder pod, long age, List<String> gates) {
    Pod built = pod.spec(s -> s.schedulingGates(gates)).build();
    return built.withMetadata(
        built.metadata().withCreationTimestamp(Optional.of(NOW.minusSeconds(age))));
  }

  static Pod gated(String namespace, String name, int gpus, long age) {
    return gated(pod(namespace, name, gpus), age);
  }

  static Pod member(String namespace, String gang, int size, int number, int gpus, long age) {
    return gated(
        pod(namespace, gang + "-" + number, gpus)
            .label(Gang.SIZE, "" + size)
            .label(Gang.NAME, gang),
        age);
  }

  static List<Pod> gang(String namespace, String name, int size, int gpus, long age) {
    List<Pod> pods = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      pods.add(member(namespace, name, size, i, gpus, age));
    }
    return pods;
  }

  static GateDecision decide(Cluster cluster, CapacityPolicy policy, String... released) {
    return GateRelease.decide(
        cluster, List.of(policy), DefaultPlugins.scheduler(), Set.of(released), NOW);
  }

  static List<String> names(GateDecision decision) {
    return decision.released().stream().flatMap(u -> u.pods().stream()).map(Pod::name).toList();
  }

  /** Returns the pods that wait and why, a line each. */
  static List<String> waiting(GateDecision decision) {
    return decision.waiting().stream()
        .flatMap(w -> w.pods().stream().map(p -> p.name() + " waits for " + w.reason().text()))
        .toList();
  }
}
