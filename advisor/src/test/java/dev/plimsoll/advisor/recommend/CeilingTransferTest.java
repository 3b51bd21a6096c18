package dev.plimsoll.advisor.recommend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.advisor.recommend.NamespaceCeilings.NamespaceCeiling;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.cluster.ClusterBuilder;
import dev.plimsoll.model.fixtures.NodeBuilder;
import dev.plimsoll.model.fixtures.PodBuilder;
import dev.plimsoll.model.object.Namespace;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.NamespaceSelection;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.plan.NamespaceCharges;
import dev.plimsoll.model.tenancy.plan.QuotaPlan;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Transfers to tenant a, where each of three tenants has a ceiling of 4 of 12 GPUs. */
class CeilingTransferTest {
  private static final DividedResource GPUS = DividedResource.of(ResourceName.of("nvidia.com/gpu"));

  private ClusterBuilder cluster;
  private int pods;

  @BeforeEach
  void a_node_and_three_namespaces() {
    cluster = Cluster.builder(Instant.parse("2026-01-05T12:00:00Z"));
    cluster.listed(Pod.RESOURCE);
    for (String name : List.of("a", "b", "c")) {
      cluster.add(new Namespace(ObjectMeta.of("", name)));
    }
    cluster.add(NodeBuilder.node("n").has("nvidia.com/gpu", "12").has("cpu", "64").build());
  }

  private void run(String namespace, int gpus) {
    cluster.add(
        PodBuilder.pod(namespace, "p" + pods++)
            .requests("nvidia.com/gpu", "" + gpus)
            .on("n")
            .build());
  }

  private static Tenant tenant(String name, String guarantee, String ceiling) {
    return new Tenant(
        name,
        NamespaceSelection.named(name),
        1,
        Map.of(GPUS.name(), Amount.parse(guarantee)),
        Map.of(GPUS.name(), Amount.parse(ceiling)));
  }

  private Map<String, Long> transfer(long units, Tenant... tenants) {
    Cluster built = cluster.build();
    Shares shares =
        Shares.of(built, CapacityPolicy.proportional("p", List.of(tenants), List.of(GPUS)));
    NamespaceCeilings ceilings =
        NamespaceCeilings.of(
            new NamespaceCharges(built),
            shares,
            GPUS,
            new QuotaProposalDrafts(QuotaPlan.of(built, shares).proposals()));
    NamespaceCeiling to = ceilings.in("a").orElseThrow();
    Map<String, Long> taken =
        new CeilingTransfer(shares.capacity().divided(GPUS), ceilings, Set.of("a"))
            .transfer(to, units);
    assertThat(ceilings.sum(NamespaceCeiling::ceiling)).isLessThanOrEqualTo(12);
    return taken;
  }

  @Test
  void those_with_most_unused_give_by_turns() {
    run("a", 4);
    run("b", 2);

    assertThat(
            transfer(
                4, tenant("a", "0", "100%"), tenant("b", "0", "100%"), tenant("c", "0", "100%")))
        .isEqualTo(Map.of("b", 1L, "c", 3L));
  }

  @Test
  void what_is_unassigned_is_taken_first() {
    assertThat(transfer(4, tenant("a", "0", "100%"), tenant("b", "0", "2"), tenant("c", "0", "2")))
        .isEqualTo(Map.of("b", 2L, "c", 2L));
    assertThat(transfer(1, tenant("a", "0", "5"), tenant("b", "0", "2"), tenant("c", "0", "2")))
        .isEmpty();
  }

  @Test
  void guarantees_are_kept_by_those_who_give() {
    assertThat(
            transfer(
                8, tenant("a", "0", "100%"), tenant("b", "3", "100%"), tenant("c", "4", "100%")))
        .isEqualTo(Map.of("b", 1L));
  }

  @Test
  void nobody_gets_more_than_its_ceiling() {
    assertThat(
            transfer(8, tenant("a", "0", "6"), tenant("b", "0", "100%"), tenant("c", "0", "100%"))
                .values())
        .allMatch(units -> units == 1)
        .hasSize(2);
  }

  @Test
  void what_bound_pods_are_charged_is_never_taken() {
    run("b", 4);
    run("c", 4);

    assertThat(
            transfer(
                4, tenant("a", "0", "100%"), tenant("b", "0", "100%"), tenant("c", "0", "100%")))
        .isEmpty();
  }
}
