package dev.plimsoll.model.tenancy.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class OtherNamespacesTest {
  private static final String GPU = "nvidia.com/gpu";
  private static final CapacityPolicy POLICY =
      CapacityPolicy.proportional(
          "p",
          List.of(Tenant.of("red", 1, "red")),
          List.of(DividedResource.of(ResourceName.of(GPU))));

  @Test
  void ceilings_promise_only_what_pods_of_no_tenant_leave() {
    Cluster cluster = cluster("12:00", 3);

    CeilingPlan plan = decide(cluster, State.NONE);

    assertThat(units(plan)).isEqualTo(5);
    assertThat(
            QuotaPlanner.of(cluster, Shares.of(cluster, POLICY), plan)
                .proposals()
                .get(0)
                .keys()
                .get(0)
                .why())
        .filteredOn(s -> s.name().equals("other namespaces"))
        .extracting(DerivationStep::message)
        .containsExactly("pods in namespaces that are of no tenant take 3");
  }

  @Test
  void that_they_come_and_go_is_no_loss_of_capacity() {
    CeilingPlan idle = decide(cluster("12:00", 0), State.NONE);
    CeilingPlan busy = decide(cluster("12:05", 6), idle.state());
    CeilingPlan again = decide(cluster("12:10", 2), busy.state());

    assertThat(List.of(units(idle), units(busy), units(again))).containsExactly(8L, 2L, 6L);
    assertThat(busy.notes()).isEmpty();
    assertThat(again.notes()).isEmpty();
  }

  @Test
  void what_they_and_system_pods_take_of_a_node_is_not_lost_with_it() {
    Node node =
        NodeBuilder.node("n")
            .has(GPU, "8")
            .condition("Ready", "False", "2026-01-05T12:00:00Z")
            .build();
    ClusterBuilder cluster = Cluster.builder(Instant.parse("2026-01-05T12:05:00Z"));
    cluster.listed(Pod.RESOURCE);
    cluster.add(new Namespace(ObjectMeta.of("", "red")));
    cluster.add(new Namespace(ObjectMeta.of("", "stranger")));
    cluster.add(node);
    cluster.add(PodBuilder.pod("stranger", "p").requests(GPU, "2").on("n").build());
    cluster.add(PodBuilder.pod("kube-system", "s").requests(GPU, "1").on("n").build());

    assertThat(units(decide(cluster.build(), State.NONE))).isEqualTo(5);
  }

  private static long units(CeilingPlan plan) {
    return plan.resources().get(0).ceilings().get(0).units();
  }

  private static CeilingPlan decide(Cluster cluster, State state) {
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    return Decider.decide(
        ClusterObservation.of(simulation, POLICY, UsageHistory.NONE, false), state);
  }

  private static Cluster cluster(String time, int others) {
    ClusterBuilder cluster = Cluster.builder(Instant.parse("2026-01-05T" + time + ":00Z"));
    cluster.listed(Pod.RESOURCE);
    cluster.add(new Namespace(ObjectMeta.of("", "red")));
    cluster.add(new Namespace(ObjectMeta.of("", "stranger")));
    cluster.add(NodeBuilder.node("n").has(GPU, "8").has("cpu", "64").build());
    for (int i = 0; i < others; i++) {
      cluster.add(PodBuilder.pod("stranger", "p" + i).requests(GPU, "1").on("n").build());
    }
    return cluster.build();
  }
}
