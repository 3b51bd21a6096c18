package dev.plimsoll.model.tenancy.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two tenants that use memory, which is divided in units of a gibibyte. */
class LargeUnitTest {
  private static final CapacityPolicy POLICY =
      CapacityPolicy.proportional(
              "p",
              List.of(Tenant.of("red", 1, "red"), Tenant.of("blue", 1, "blue")),
              List.of(DividedResource.of(ResourceName.MEMORY)))
          .withDivision(new Division.Demand(Duration.ZERO, BigDecimal.ONE));

  @ParameterizedTest
  @CsvSource({"1000Mi, 500Mi", "1000Mi, 400Mi", "10900Mi, 5400Mi", "2Gi, 1000Mi", "9Gi, 1500Mi"})
  void ceilings_come_to_no_more_than_the_nodes_have(String capacity, String used) {
    Cluster cluster = cluster(capacity, used);
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    CeilingPlan plan =
        Decider.decide(
            ClusterObservation.of(simulation, POLICY, UsageHistory.NONE, false), State.NONE);

    assertThat(
            QuotaPlanner.of(cluster, Shares.of(cluster, POLICY), plan).proposals().stream()
                .map(p -> p.keys().get(0).proposed())
                .reduce(Quantity.ZERO, Quantity::add))
        .isLessThanOrEqualTo(Quantity.parse(capacity));
    assertThat(plan.notes())
        .filteredOn(n -> n.kind() == DecisionNote.Kind.NO_CAPACITY)
        .extracting(DecisionNote::message)
        .allMatch("the nodes that are counted have less of memory than one unit of 1Gi"::equals);
  }

  private static Cluster cluster(String capacity, String used) {
    ClusterBuilder cluster = Cluster.builder(Instant.parse("2026-01-05T12:00:00Z"));
    cluster.complete();
    cluster.add(NodeBuilder.node("n").has("memory", capacity).has("cpu", "64").build());
    for (String namespace : List.of("red", "blue")) {
      cluster.add(new Namespace(ObjectMeta.of("", namespace)));
      cluster.add(PodBuilder.pod(namespace, "p").requests("memory", used).on("n").build());
    }
    return cluster.build();
  }
}
