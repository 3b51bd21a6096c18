package dev.plimsoll.server.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.ClusterResourceQuotaAdmission;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a tenant sees of a cluster, and what it is told that it doesn't see. */
class VisibilityTest {
  private static final Visibility TENANT = new Visibility(Coverage.of(Set.of("team-a")), true);

  private final Cluster cluster =
      Cluster.builder(Instant.EPOCH)
          .add(new Namespace(ObjectMeta.of("", "team-a")))
          .listed(ClusterResourceQuota.RESOURCE)
          .listed(LedgerSummary.RESOURCE)
          .build();

  private static LedgerSummary ledger(String name, String... namespaces) {
    Resources hard = Resources.of(ResourceName.PODS, Quantity.of(4));
    TreeMap<String, Resources> used = new TreeMap<>();
    List.of(namespaces).forEach(n -> used.put(n, Resources.EMPTY));
    return new LedgerSummary(
        ObjectMeta.of("", name),
        "tenant/" + name,
        name,
        ResourceQuotaSpec.of(hard),
        Resources.EMPTY,
        Resources.EMPTY,
        used,
        Map.of(),
        List.of());
  }

  @Test
  void quotas_over_several_namespaces_are_hidden_and_count_as_not_read() {
    Resources hard = Resources.of(ResourceName.PODS, Quantity.of(4));
    Cluster seen =
        TENANT.of(
            cluster.with(
                new ClusterResourceQuota(
                    ObjectMeta.of("", "all"),
                    Optional.empty(),
                    Map.of(),
                    ResourceQuotaSpec.of(hard),
                    new ResourceQuotaStatus(hard, Resources.EMPTY),
                    new TreeMap<>())));

    assertThat(seen.list(ClusterResourceQuota.class)).isEmpty();
    assertThat(ClusterResourceQuotaAdmission.requirements(seen, "team-a")).hasSize(1);
  }

  @Test
  void ledgers_of_the_callers_namespaces_are_seen_and_no_others() {
    Cluster seen =
        TENANT.of(cluster.with(ledger("own", "team-a")).with(ledger("foreign", "team-b")));

    assertThat(seen.list(LedgerSummary.class))
        .extracting(LedgerSummary::name)
        .containsExactly("own");
    assertThat(seen.covers(LedgerSummary.RESOURCE)).isTrue();
  }

  @Test
  void a_ledger_that_counts_other_namespaces_as_well_is_hidden_and_counts_as_not_read() {
    Cluster seen =
        TENANT.of(cluster.with(ledger("own", "team-a")).with(ledger("shared", "team-a", "team-b")));

    assertThat(seen.list(LedgerSummary.class)).isEmpty();
    assertThat(seen.covers(LedgerSummary.RESOURCE)).isFalse();
  }

  @Test
  void ledgers_that_were_not_read_are_not_said_to_be_none() {
    Cluster unread = cluster.withCoverage(LedgerSummary.RESOURCE, Coverage.NONE);

    assertThat(TENANT.of(unread).covers(LedgerSummary.RESOURCE)).isFalse();
  }

  @Test
  void that_there_are_none_is_known() {
    Cluster seen = TENANT.of(cluster);

    assertThat(seen.covers(ClusterResourceQuota.RESOURCE)).isTrue();
    assertThat(ClusterResourceQuotaAdmission.requirements(seen, "team-a")).isEmpty();
  }
}
