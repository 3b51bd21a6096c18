package dev.plimsoll.model.ledger;

import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.kubernetes.quota.QuotaLedgerAdmission;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StrictQuotasTest {
  private static final Map<String, String> STRICT =
      Map.of("team", "nlp", QuotaLedgerAdmission.LABEL, "true");

  @Test
  void a_cluster_resource_quota_counts_all_that_it_selects_and_judges_what_is_labelled() {
    Cluster cluster = cluster(clusterQuota("gpu=4", "gpu=4"));

    EnforcedQuota quota = StrictQuotas.of(cluster).get(0);

    assertThat(quota.namespaces()).containsExactly("dev", "prod");
    assertThat(quota.judged()).containsExactly("prod");
    assertThat(quota.used(cluster))
        .containsEntry("dev", list("requests.nvidia.com/gpu=2"))
        .containsEntry("prod", list("requests.nvidia.com/gpu=1"));
    assertThat(EnforcedQuotas.of(cluster, List.of()).in("prod")).containsExactly(quota);
    assertThat(EnforcedQuotas.of(cluster, List.of()).in("dev")).isEmpty();
  }

  @Test
  void quotas_of_a_namespace_and_across_namespaces_both_deny() {
    Cluster cluster =
        cluster(clusterQuota("gpu=4", "gpu=4"), quota("prod", "gpu=2"), quota("dev", "gpu=2"));

    LedgerDecision decision =
        LedgerAdmission.decide(
            cluster,
            AdmissionRequest.create(pod("prod", "new", 2)),
            ledgers(cluster),
            ClusterFixture.NOW);

    assertThat(decision)
        .isInstanceOfSatisfying(
            LedgerDecision.Denied.class,
            denied ->
                assertThat(denied.denials().stream().map(QuotaDenial::message))
                    .containsExactly(
                        "exceeded quota: cq, requested: requests.nvidia.com/gpu=2,"
                            + " used: requests.nvidia.com/gpu=3,"
                            + " limited: requests.nvidia.com/gpu=4",
                        "exceeded quota: rq, requested: requests.nvidia.com/gpu=2,"
                            + " used: requests.nvidia.com/gpu=1,"
                            + " limited: requests.nvidia.com/gpu=2"));
  }

  @Test
  void only_what_is_in_force_is_enforced() {
    assertThat(StrictQuotas.of(cluster(clusterQuota("gpu=4", "")))).isEmpty();
    assertThat(StrictQuotas.of(cluster(clusterQuota("gpu=9", "gpu=4"))).get(0).spec().hard())
        .isEqualTo(list("requests.nvidia.com/gpu=4"));
  }

  @Test
  void limits_that_the_controller_has_not_written_to_the_status_are_not_in_force() {
    ResourceQuota inForce = quota("prod", "gpu=2");
    ResourceQuota raised =
        new ResourceQuota(
            ObjectMeta.of("prod", "raised"),
            inForce.spec().withHard(list("requests.nvidia.com/gpu=9")),
            inForce.status());
    ResourceQuota elsewhere =
        new ResourceQuota(ObjectMeta.of("dev", "raised"), raised.spec(), inForce.status());

    assertThat(StrictQuotas.notInForce(cluster(inForce, raised, elsewhere)))
        .containsExactly(raised);
  }

  private static SortedMap<String, Ledger> ledgers(Cluster cluster) {
    SortedMap<String, Ledger> ledgers = new TreeMap<>();
    for (EnforcedQuota quota : EnforcedQuotas.of(cluster, List.of()).in("prod")) {
      ObservedUsage usage = new ObservedUsage(quota.used(cluster), new TreeMap<>());
      ledgers.put(quota.origin().toString(), quota.ledger().resynced(usage, r -> true));
    }
    return ledgers;
  }

  private static Cluster cluster(ApiObject... quotas) {
    Cluster cluster =
        ClusterFixture.cluster(
            namespace("prod", STRICT),
            namespace("dev", Map.of("team", "nlp")),
            namespace("other", Map.of()),
            pod("prod", "a", 1),
            pod("dev", "b", 2),
            pod("other", "c", 5));
    for (ApiObject quota : quotas) {
      cluster = cluster.with(quota);
    }
    return cluster;
  }

  private static Namespace namespace(String name, Map<String, String> labels) {
    return new Namespace(ObjectMeta.builder().name(name).labels(labels).build());
  }

  private static Pod pod(String namespace, String name, int gpus) {
    return PodBuilder.pod(namespace, name).requests("nvidia.com/gpu=" + gpus).uid(name).build();
  }

  private static ResourceQuota quota(String namespace, String hard) {
    Resources limits = hard(hard);
    return new ResourceQuota(
        ObjectMeta.of(namespace, "rq"),
        ResourceQuotaSpec.of(limits),
        new ResourceQuotaStatus(limits, Resources.EMPTY));
  }

  private static ClusterResourceQuota clusterQuota(String spec, String inForce) {
    return new ClusterResourceQuota(
        ObjectMeta.of("", "cq"),
        Optional.of(new LabelSelector(Map.of("team", "nlp"), List.of())),
        Map.of(),
        ResourceQuotaSpec.of(hard(spec)),
        new ResourceQuotaStatus(hard(inForce), Resources.EMPTY),
        Map.of());
  }

  private static Resources hard(String gpus) {
    return gpus.isEmpty() ? Resources.EMPTY : list("requests.nvidia.com/" + gpus);
  }
}
