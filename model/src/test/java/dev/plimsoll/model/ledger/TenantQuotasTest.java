package dev.plimsoll.model.ledger;

import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Enforcement;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.NamespaceSelection;
import dev.plimsoll.model.tenancy.Tenant;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TenantQuotasTest {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");

  @Test
  void a_namespace_that_is_being_deleted_counts_until_it_is_gone() {
    Cluster cluster = cluster().with(terminating("dev"));

    EnforcedQuota quota = TenantQuotas.of(cluster, policy(DividedResource.of(GPU))).get(0);

    assertThat(quota.used(cluster))
        .containsEntry("dev", list("requests.nvidia.com/gpu=2"))
        .containsEntry("prod", list("requests.nvidia.com/gpu=3"));
  }

  @Test
  void a_denial_names_policy_and_tenant() {
    EnforcedQuota quota = TenantQuotas.of(cluster(), policy(DividedResource.of(GPU))).get(0);

    assertThat(quota.ledger().name()).isEqualTo("gpus/nlp");
    assertThat(quota.origin()).hasToString("tenant/gpus/nlp");
  }

  @Test
  void what_is_divided_in_some_pools_only_has_no_quota() {
    DividedResource ofOnePool =
        new DividedResource(GPU, DividedResource.usualUnit(GPU), List.of("h100"));

    assertThat(TenantQuotas.of(cluster(), policy(ofOnePool))).isEmpty();
  }

  @Test
  void only_quotas_that_deny_keep_reservations() {
    CapacityPolicy denying = policy(DividedResource.of(GPU));
    CapacityPolicy warning =
        denying.withEnforcement(
            new Enforcement(AdmissionMode.WARN, PlacementMode.OFF, BorrowingMode.IDLE));
    EnforcedQuotas quotas = EnforcedQuotas.of(cluster(), List.of(warning, denying));

    assertThat(quotas.in("prod")).hasSize(2);
    assertThat(quotas.denying())
        .singleElement()
        .extracting(EnforcedQuota::mode)
        .isEqualTo(AdmissionMode.DENY);
  }

  private static Cluster cluster() {
    return ClusterFixture.cluster(
        NodeBuilder.node("n").has("nvidia.com/gpu", "8").build(),
        PodBuilder.pod("prod", "a").requests("nvidia.com/gpu=3").build(),
        PodBuilder.pod("dev", "b").requests("nvidia.com/gpu=2").build(),
        PodBuilder.pod("other", "c").requests("nvidia.com/gpu=1").build());
  }

  private static Namespace terminating(String name) {
    return new Namespace(
        ObjectMeta.builder().name(name).deletionTimestamp(Optional.of(Instant.EPOCH)).build());
  }

  private static CapacityPolicy policy(DividedResource resource) {
    Tenant tenant =
        new Tenant(
            "nlp",
            NamespaceSelection.named("prod", "dev"),
            1,
            Map.of(),
            Map.of(GPU, Amount.parse("4")));
    return CapacityPolicy.proportional("gpus", List.of(tenant), List.of(resource))
        .withEnforcement(
            new Enforcement(AdmissionMode.DENY, PlacementMode.OFF, BorrowingMode.IDLE));
  }
}
