package dev.plimsoll.model.tenancy;

import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.GPUS;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.gpuPolicy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SuspendedWorkPropertyTest {
  private static final GroupVersionKind JOB = SuspendedDemand.JOB.type();
  private static final GroupVersionKind WORKLOAD = SuspendedDemand.KUEUE.type();
  private static final Pod TEMPLATE =
      PodBuilder.pod("red", "t").requests("nvidia.com/gpu", "1").build();

  enum Queued {
    NO,
    WAITING,
    ADMITTED,
    DEACTIVATED
  }

  @Property(tries = 300)
  void a_suspended_job_is_demand_once_whatever_stands_for_it(
      @ForAll @IntRange(min = 1, max = 6) int wanted,
      @ForAll @IntRange(max = 6) int pods,
      @ForAll Queued queued,
      @ForAll Set<SuspendedDemand> counted) {
    int there = Math.min(wanted, pods);
    TenancyClusterBuilder objects =
        new TenancyClusterBuilder()
            .node("n", "A100", 8)
            .add(workload(JOB, "job", Optional.empty(), wanted, true, true));
    for (int i = 0; i < there; i++) {
      objects.add(
          PodBuilder.pod("red", "p" + i)
              .requests("nvidia.com/gpu", "1")
              .build()
              .withMetadata(meta("p" + i, Optional.of(JOB))));
    }
    if (queued != Queued.NO) {
      objects.add(
          workload(
              WORKLOAD,
              "queued",
              Optional.of(JOB),
              wanted,
              queued == Queued.DEACTIVATED,
              queued == Queued.WAITING));
    }

    boolean standsForIt =
        counted.contains(SuspendedDemand.KUEUE)
            && (queued == Queued.WAITING || queued == Queued.DEACTIVATED);
    boolean counts = standsForIt ? queued == Queued.WAITING : counted.contains(SuspendedDemand.JOB);
    assertThat(total(objects.build(), counted)).isEqualTo(counts ? wanted : there);
  }

  private static long total(Cluster cluster, Set<SuspendedDemand> counted) {
    CapacityPolicy policy = gpuPolicy(Tenant.of("red", 1, "red")).withSuspendedDemand(counted);
    return TenantDemands.of(cluster, TenantCapacity.of(cluster, policy))
        .get(0)
        .total(GPUS)
        .longValueExact();
  }

  private static Workload workload(
      GroupVersionKind type,
      String name,
      Optional<GroupVersionKind> owner,
      int replicas,
      boolean inactive,
      boolean waiting) {
    return new Workload(
            meta(name, owner),
            type,
            new GroupResource(type.group(), type.kind()),
            List.of(
                new Workload.PodTemplate(
                    "spec.template",
                    ObjectMeta.of("", ""),
                    TEMPLATE.spec(),
                    OptionalInt.of(replicas))),
            List.of(),
            inactive)
        .withWaiting(waiting);
  }

  private static ObjectMeta meta(String name, Optional<GroupVersionKind> owner) {
    return ObjectMeta.builder()
        .namespace("red")
        .name(name)
        .owners(
            owner.map(o -> new OwnerReference(o.apiVersion(), o.kind(), "job", "u", true)).stream()
                .toList())
        .build();
  }
}
