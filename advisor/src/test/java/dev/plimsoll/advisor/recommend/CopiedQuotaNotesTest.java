package dev.plimsoll.advisor.recommend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CopiedQuotaNotesTest {
  @Test
  void a_limit_that_namespaces_share_is_told_once() {
    assertThat(notes("hrq.hnc.x-k8s.io"))
        .contains(
            "quota hrq.hnc.x-k8s.io limits several namespaces together, but the division counts its"
                + " limit for each alone: a, b");
  }

  @Test
  void a_quota_of_one_namespace_is_not_told() {
    assertThat(notes("gpu")).noneMatch(n -> n.contains("together, but the division"));
  }

  private static List<String> notes(String quota) {
    Cluster cluster = Cluster.empty(Instant.parse("2026-03-01T10:00:00Z"));
    for (String namespace : List.of("a", "b")) {
      cluster =
          cluster.with(
              ResourceQuotaBuilder.quota(namespace, quota)
                  .hard("requests.nvidia.com/gpu=4")
                  .build());
    }
    return Advisor.advise(
            Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler()),
            CapacityPolicy.proportional(
                "p",
                List.of(Tenant.of("t", 1, "a", "b")),
                List.of(DividedResource.of(ResourceName.of("nvidia.com/gpu")))),
            UsageHistory.NONE)
        .notes();
  }
}
