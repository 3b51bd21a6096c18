package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.GPUS;
import static dev.plimsoll.model.gap.detect.GapScenario.deployment;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static dev.plimsoll.model.gap.detect.GapScenario.gpuPod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.patch.KubectlCommand;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Enforcement;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.Tenant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What helps against quotas over several namespaces. */
class WideQuotaRemediesTest {
  private static final ResourceName RESOURCE = ResourceName.of(GPU);

  private static final Namespace TEAM =
      new Namespace(
          ObjectMeta.builder()
              .name("team-a")
              .labels(Map.of("plimsoll.dev/strict", "true"))
              .build());

  @Test
  void a_ClusterResourceQuota_is_raised_by_what_is_missing() {
    Gap gap =
        gap(
            GapKind.QuotaExhaustedCapacityFree,
            TEAM,
            node("n").has(GPU, "8").build(),
            deployment("w", 2, gpuPod(2)),
            clusterQuota(4, 3));

    assertThat(gap.remedies())
        .singleElement()
        .satisfies(
            remedy -> {
              assertThat(remedy.action())
                  .isEqualTo(
                      "raise requests.nvidia.com/gpu of ClusterResourceQuota cq from 4 to 7");
              assertThat(remedy.helps()).isTrue();
              assertThat(remedy.who()).containsExactly(Actor.ADMIN);
              assertThat(remedy.commands().stream().map(KubectlCommand::text))
                  .containsExactly(
                      "kubectl patch ClusterResourceQuota.v1.quota.openshift.io cq --type=merge -p"
                          + " '{\"spec\":{\"quota\":{\"hard\":{\"requests.nvidia.com/gpu\":\"7\"}}}}'");
            });
  }

  @Test
  void nodes_that_only_a_quota_over_several_namespaces_keeps_idle_are_counted() {
    Gap gap =
        gap(
            GapKind.QuotaExhaustedCapacityFree,
            TEAM,
            node("n").has(GPU, "3").build(),
            deployment("w", 4, gpuPod(1)),
            clusterQuota(4, 4));

    assertThat(gap.message()).endsWith("; nodes have capacity for 3");
  }

  @Test
  void all_quotas_that_deny_are_raised_together() {
    Gap gap =
        gap(
            GapKind.QuotaExhaustedCapacityFree,
            TEAM,
            node("n").has(GPU, "8").build(),
            deployment("w", 2, gpuPod(1)),
            gpuPod("old", 1, "n"),
            quota("q").hard(GPUS + "=1").used(GPUS + "=1").build(),
            clusterQuota(4, 4));

    assertThat(gap.remedies().stream().filter(Remedy::helps).map(Remedy::action))
        .containsExactly(
            "raise requests.nvidia.com/gpu of quota q from 1 to 3, requests.nvidia.com/gpu of"
                + " ClusterResourceQuota cq from 4 to 6");
  }

  @Test
  void a_ClusterResourceQuota_is_combined_with_what_keeps_pods_from_nodes() {
    Gap gap =
        gap(
            GapKind.QuotaExhausted,
            TEAM,
            node("n").has(GPU, "8").cordoned().build(),
            deployment("w", 2, gpuPod(1)),
            clusterQuota(4, 4));

    assertThat(gap.remedies().get(0).action())
        .isEqualTo(
            "raise requests.nvidia.com/gpu of ClusterResourceQuota cq from 4 to 6, and uncordon"
                + " node n, unless it is under maintenance");
    assertThat(gap.remedies().get(0).helps()).isTrue();
  }

  @Test
  void what_a_ledger_holds_in_reserve_is_counted_when_its_quota_is_raised() {
    Gap gap =
        gap(
            GapKind.QuotaExhaustedCapacityFree,
            TEAM,
            node("n").has(GPU, "8").build(),
            deployment("w", 2, gpuPod(1)),
            clusterQuota(4, 1),
            ledger("clusterresourcequota/cq", "cq", 4, 1, 3));

    assertThat(gap.remedies().stream().filter(Remedy::helps).map(Remedy::action))
        .containsExactly("raise requests.nvidia.com/gpu of ClusterResourceQuota cq from 4 to 6");
  }

  @Test
  void a_ledger_takes_only_as_many_pods_as_its_quota_has_left() {
    Gap gap =
        gap(
            GapKind.QuotaExhaustedCapacityFree,
            TEAM,
            node("n").has(GPU, "8").build(),
            deployment("w", 3, gpuPod(1)),
            ledger("clusterresourcequota/unread", "unread", 4, 3, 0));

    assertThat(gap.pods()).isEqualTo(2);
    assertThat(gap.remedies()).isEmpty();
  }

  @Test
  void the_ceiling_of_a_tenant_is_raised_by_what_is_missing() {
    Gap gap = tenantGap(policy(BorrowingMode.IDLE, Map.of(RESOURCE, Amount.parse("3"))), 2);

    assertThat(gap.remedies())
        .singleElement()
        .satisfies(
            remedy -> {
              assertThat(remedy.helps()).as(remedy.result()).isTrue();
              assertThat(remedy.action())
                  .isEqualTo(
                      "raise the ceiling of nvidia.com/gpu of tenant nlp in CapacityPolicy gpus"
                          + " from 3 to 5");
              assertThat(remedy.who()).containsExactly(Actor.ADMIN);
              assertThat(remedy.commands().stream().map(KubectlCommand::text))
                  .containsExactly(
                      """
                      kubectl patch CapacityPolicy.v1alpha1.plimsoll.dev gpus --type=json --patch-file=/dev/stdin <<'EOF'
                      [{"op":"test","path":"/spec/tenants/0/name","value":"nlp"},
                       {"op":"add","path":"/spec/tenants/0/ceiling/nvidia.com~1gpu","value":"5"}]
                      EOF""");
            });
  }

  @Test
  void a_ceiling_that_follows_the_capacity_says_that_it_no_longer_does() {
    Gap gap = tenantGap(policy(BorrowingMode.IDLE, Map.of(RESOURCE, Amount.parse("37.5%"))), 2);

    assertThat(gap.remedies().get(0).action()).endsWith(" from 37.5% to 5");
    assertThat(gap.remedies().get(0).costs())
        .containsExactly("the ceiling then no longer follows the capacity");
  }

  @Test
  void a_tenant_that_may_not_borrow_is_guaranteed_more() {
    Gap gap = tenantGap(policy(BorrowingMode.NEVER, Map.of()), 4);

    assertThat(gap.remedies())
        .singleElement()
        .satisfies(
            remedy -> {
              assertThat(remedy.helps()).as(remedy.result()).isTrue();
              assertThat(remedy.action())
                  .isEqualTo(
                      "raise the guarantee of nvidia.com/gpu of tenant nlp in CapacityPolicy gpus"
                          + " from 0 to 7");
              assertThat(remedy.costs())
                  .containsExactly(
                      "what is guaranteed to one tenant may be taken from the shares of the"
                          + " others");
              assertThat(remedy.commands().get(0).text())
                  .contains("{\"op\":\"add\",\"path\":\"/spec/tenants/0/guarantee\",\"value\":{")
                  .contains("{\"nvidia.com/gpu\":\"7\"}");
            });
  }

  @Test
  void no_more_is_proposed_than_there_is() {
    assertThat(
            tenantGap(policy(BorrowingMode.IDLE, Map.of(RESOURCE, Amount.parse("3"))), 6)
                .remedies())
        .isEmpty();
  }

  @Test
  void of_a_policy_that_was_not_read_nothing_is_proposed() {
    assertThat(tenantGap(new PolicyObject(ObjectMeta.of("", "gpus")), 2).remedies()).isEmpty();
  }

  /** Returns the gap of pods of one GPU in a cluster of 8 of which the tenant uses 3. */
  private static Gap tenantGap(PolicyObject policy, int pods) {
    return GapFinder.find(
            GapScenario.simulation(
                TEAM,
                node("n").has(GPU, "8").build(),
                gpuPod("runs", 3, "n"),
                policy,
                ledger("tenant/gpus/nlp", "gpus/nlp", 3, 3, 0),
                deployment("w", pods, gpuPod(1))))
        .stream()
        .filter(f -> f.gap().kind().name().startsWith("QuotaExhausted"))
        .map(Finding::withRemedies)
        .findFirst()
        .orElseThrow();
  }

  private static PolicyObject policy(BorrowingMode borrowing, Map<ResourceName, Amount> ceiling) {
    List<Tenant> tenants =
        List.of(
            Tenant.of("nlp", 1, "team-a").withAmounts(Map.of(), ceiling),
            Tenant.of("vision", 2, "team-b"));
    CapacityPolicy policy =
        CapacityPolicy.proportional("gpus", tenants, List.of(DividedResource.of(RESOURCE)))
            .withEnforcement(new Enforcement(AdmissionMode.DENY, PlacementMode.OFF, borrowing));
    return new PolicyObject(ObjectMeta.of("", "gpus")).withSpec(policy);
  }

  private static ClusterResourceQuota clusterQuota(int hard, int used) {
    Resources limits = list(GPUS + "=" + hard);
    return new ClusterResourceQuota(
        ObjectMeta.of("", "cq"),
        Optional.of(new LabelSelector(Map.of("plimsoll.dev/strict", "true"), List.of())),
        Map.of(),
        ResourceQuotaSpec.of(limits),
        new ResourceQuotaStatus(limits, list(GPUS + "=" + used)),
        Map.of());
  }

  private static LedgerSummary ledger(
      String origin, String name, int hard, int used, int reserved) {
    return new LedgerSummary(
        ObjectMeta.of("", "ledger-" + name),
        origin,
        name,
        ResourceQuotaSpec.of(list(GPUS + "=" + hard)),
        list(GPUS + "=" + used),
        list(GPUS + "=" + reserved),
        new TreeMap<>(Map.of("team-a", list(GPUS + "=" + used))),
        Map.of(),
        List.of());
  }
}
