package dev.plimsoll.advisor.recommend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClusterQuotaNotesTest {
  private static final Instant NOW = Instant.parse("2026-01-05T12:00:00Z");

  @Test
  void a_snapshot_of_openshift_without_its_cluster_quotas_is_not_taken_for_one_that_has_none() {
    assertThat(ClusterQuotaNotes.of(openshift().build()))
        .containsExactly(
            "this is an OpenShift cluster, but no ClusterResourceQuotas were read: they may allow"
                + " less than what is recommended");
  }

  @Test
  void where_they_were_listed_or_cannot_be_there_nothing_is_said() {
    assertThat(ClusterQuotaNotes.of(openshift().listed(ClusterResourceQuota.RESOURCE).build()))
        .isEmpty();
    assertThat(
            ClusterQuotaNotes.of(
                Cluster.builder(NOW).add(new Namespace(ObjectMeta.of("", "red"))).build()))
        .isEmpty();
  }

  private static ClusterBuilder openshift() {
    return Cluster.builder(NOW)
        .add(
            new Namespace(
                ObjectMeta.builder()
                    .name("red")
                    .annotations(Map.of("openshift.io/requester", "ada"))
                    .build()));
  }
}
