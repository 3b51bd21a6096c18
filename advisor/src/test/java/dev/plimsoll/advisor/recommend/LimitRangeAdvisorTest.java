package dev.plimsoll.advisor.recommend;

import static dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder.item;
import static dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder.limitRange;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.cost.GapCost;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Tenant;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class LimitRangeAdvisorTest {
  private static final LimitRange SHAPES =
      limitRange("shapes", item("Container").defaultRequests("cpu=4,nvidia.com/gpu=1"));

  private static Workload workload(String name, String requests) {
    return workload(name, PodBuilder.pod("p").requests(requests).build().spec(), 1, List.of());
  }

  /** Returns a ReplicaSet of a former revision. */
  private static Workload former(String name, String requests) {
    return workload(
        name,
        PodBuilder.pod("p").requests(requests).build().spec(),
        0,
        List.of(new OwnerReference("apps/v1", "Deployment", "w0", "u", true)));
  }

  private static Workload workload(
      String name, PodSpec spec, int replicas, List<OwnerReference> owners) {
    return new Workload(
        ObjectMeta.of(SHAPES.namespace(), name).withOwners(owners),
        GroupVersionKind.of("apps/v1", "Deployment"),
        new GroupResource("apps", "deployments"),
        List.of(
            new Workload.PodTemplate(
                "spec.template", ObjectMeta.of("", ""), spec, OptionalInt.of(replicas))),
        List.of(),
        false);
  }

  private static List<LimitRangeAdvice> advice(String tenant, String resource, String... requests) {
    return advice(tenant, resource, List.of(), requests);
  }

  private static List<LimitRangeAdvice> advice(
      String tenant, String resource, List<Workload> more, String... requests) {
    ClusterBuilder cluster =
        Cluster.builder(ClusterFixture.NOW)
            .add(new Namespace(ObjectMeta.of("", SHAPES.namespace())))
            .add(SHAPES);
    more.forEach(cluster::add);
    for (int i = 0; i < requests.length; i++) {
      cluster.add(workload("w" + i, requests[i]));
    }
    Gap gap =
        new Gap(
            GapKind.LimitRangeInjects,
            new ObjectReference("LimitRange", SHAPES.namespace(), SHAPES.name(), ""),
            resource,
            "it fills in",
            List.of(),
            List.of(),
            0,
            GapCost.NONE);
    return LimitRangeAdvisor.of(
        cluster.build(),
        CapacityPolicy.proportional("p", List.of(Tenant.of(tenant, 1, tenant)), List.of()),
        List.of(gap));
  }

  @Test
  void a_default_of_an_extended_resource_is_removed() {
    assertThat(advice("team-a", "nvidia.com/gpu", "nvidia.com/gpu=2"))
        .singleElement()
        .satisfies(
            a -> {
              assertThat(a.better()).isEmpty();
              assertThat(a.limitRange().limits().get(0).defaultRequests()).hasToString("cpu=4");
              assertThat(a.why()).isEqualTo("it fills in; pods that need it should request it");
            });
  }

  @Test
  void another_default_becomes_the_median_of_what_containers_request() {
    assertThat(advice("team-a", "cpu", "cpu=8", "cpu=1", "memory=1Gi", "cpu=2"))
        .singleElement()
        .satisfies(
            a -> {
              assertThat(a.now()).hasToString("4");
              assertThat(a.limitRange().limits().get(0).defaultRequests())
                  .hasToString("cpu=2,nvidia.com/gpu=1");
            });
  }

  @Test
  void a_default_stays_that_is_the_median_or_has_none_to_compare_with() {
    assertThat(advice("team-a", "cpu", "cpu=1", "cpu=4", "cpu=8")).isEmpty();
    assertThat(advice("team-a", "cpu", "memory=1Gi")).isEmpty();
  }

  /** As in {@code revisionHistoryLimit: 10}. */
  @Test
  void former_templates_of_a_workload_do_not_count() {
    Workload former = former("old", "cpu=64");

    assertThat(
            advice("team-a", "cpu", List.of(former, former("older", "cpu=64")), "cpu=1", "cpu=2"))
        .singleElement()
        .satisfies(a -> assertThat(a.better()).hasToString("Optional[2]"));
  }

  /** A limit without a request is also the request. */
  @Test
  void a_container_that_sets_a_limit_requests_it() {
    Workload limited =
        workload("w", PodBuilder.pod("p").limits("cpu=3").build().spec(), 1, List.of());

    assertThat(advice("team-a", "cpu", List.of(limited)))
        .singleElement()
        .satisfies(a -> assertThat(a.better()).hasToString("Optional[3]"));
  }

  @Test
  void limit_ranges_of_no_tenant_are_left_alone() {
    assertThat(advice("team-b", "nvidia.com/gpu")).isEmpty();
  }
}
