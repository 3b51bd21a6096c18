package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder.item;
import static dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder.limitRange;
import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.GPUS;
import static dev.plimsoll.model.gap.detect.GapScenario.deployment;
import static dev.plimsoll.model.gap.detect.GapScenario.evidence;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static dev.plimsoll.model.gap.detect.GapScenario.gpuPod;
import static dev.plimsoll.model.gap.detect.GapScenario.simulation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ContainerState;
import dev.plimsoll.kubernetes.object.ContainerStatus;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectMetaBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotaDetectorsTest {
  private static final Node EIGHT_GPUS = node("n").has(GPU, "8").has("cpu", "8").build();

  @Test
  void kind_LimitRangeInjects_is_a_default_that_no_pod_requests() {
    Gap gap =
        gap(
            GapKind.LimitRangeInjects,
            EIGHT_GPUS,
            deployment("w", 2, pod(container("main", "cpu=1", "cpu=1")).build()),
            limitRange("l", item("Container").defaultLimits(GPU + "=1")));

    assertThat(gap.message())
        .isEqualTo(
            "limit range l adds 1 nvidia.com/gpu to each pod of deployment/w, which requests"
                + " none; it is charged and reserved even if unused");
    assertThat(evidence(gap)).isEqualTo("limitRange=l default=1 workloads=deployment/w pods=2");
    assertThat(gap.remedies())
        .extracting(Remedy::result)
        .containsExactly("new pods are not charged for it", "new pods are not charged for it");
  }

  @Test
  void kind_DeadQuotaKey_is_a_key_that_nothing_is_charged_to() {
    Gap gap =
        gap(GapKind.DeadQuotaKey, EIGHT_GPUS, quota("q").hard("limits.nvidia.com/gpu=4").build());

    assertThat(gap.message())
        .isEqualTo(
            "quota q sets limits.nvidia.com/gpu to 4, but Kubernetes never charges this key,"
                + " so the key limits nothing; Kubernetes enforces the key requests.nvidia.com/gpu");
    assertThat(gap.remedies())
        .singleElement()
        .extracting(Remedy::whatif)
        .isEqualTo(
            List.of(
                "--set-quota",
                "team-a/q:limits.nvidia.com/gpu-",
                "--set-quota",
                "team-a/q:requests.nvidia.com/gpu=4"));
  }

  @Test
  void kind_QuotaBelowUsage_is_more_used_than_the_quota_allows() {
    Gap gap =
        gap(
            GapKind.QuotaBelowUsage,
            EIGHT_GPUS,
            quota("q").hard(GPUS + "=2").used(GPUS + "=4").build());

    assertThat(evidence(gap)).isEqualTo("hard=2 used=4 over=2");
    assertThat(gap.remedies())
        .extracting(Remedy::action)
        .containsExactly("raise requests.nvidia.com/gpu of quota q to what is used, 4");
  }

  @Test
  void kind_NoQuota_is_a_namespace_that_requests_a_scarce_resource_without_one() {
    Gap gap =
        gap(
            GapKind.NoQuota,
            EIGHT_GPUS,
            gpuPod("p", 3, "n"),
            quota("q").hard("pods=5").used("pods=1").build());

    assertThat(gap.message())
        .isEqualTo(
            "pods of namespace team-a request 3 nvidia.com/gpu, and no quota of the namespace"
                + " limits nvidia.com/gpu");
    assertThat(gap.remedies()).singleElement().matches(Remedy::helps);
  }

  @Test
  void kind_NoQuota_is_not_told_of_a_namespace_that_is_being_deleted() {
    Namespace deleted =
        new Namespace(
            ObjectMeta.of("", "team-a")
                .with()
                .deletionTimestamp(Optional.of(Instant.EPOCH))
                .build());

    assertThat(GapFinder.find(simulation(EIGHT_GPUS, gpuPod("p", 3, "n"), deleted))).isEmpty();
  }

  @Test
  void kind_QuotasOvercommitted_is_more_promised_than_nodes_have() {
    Gap gap =
        gap(
            GapKind.QuotasOvercommitted,
            EIGHT_GPUS,
            quota("q").hard(GPUS + "=12").used(GPUS + "=0").build());

    assertThat(evidence(gap))
        .isEqualTo("promised=12 allocatable=8 schedulable=8 hard in team-a=12");
    assertThat(gap.remedies())
        .extracting(Remedy::action)
        .containsExactly(
            "divide what the nodes have in proportion to the present quotas: team-a 8");
  }

  @ParameterizedTest
  @CsvSource({
    "hrq.hnc.x-k8s.io, a",
    "hrq.hnc.x-k8s.io-org-gpus, a",
    "clusterresourcequota.accurate.cybozu.com, a",
    "capsule-oil-0, quota.capsule.clastix.io/hard-requests.nvidia.com_gpu"
  })
  void limits_that_namespaces_share_do_not_add_up(String name, String annotation) {
    ApiObject[] cluster = {
      EIGHT_GPUS,
      shared("team-a", name, annotation, 8),
      shared("team-b", name, annotation, 8),
      quota("team-b", "own").hard(GPUS + "=4").used(GPUS + "=0").build()
    };

    assertThat(GapFinder.find(simulation(cluster))).isEmpty();
  }

  private static ResourceQuota shared(String namespace, String name, String annotation, int gpus) {
    ResourceQuota quota = quota(namespace, name).hard(GPUS + "=" + gpus).used(GPUS + "=0").build();
    return new ResourceQuota(
        quota.metadata().withAnnotations(Map.of(annotation, "" + gpus)),
        quota.spec(),
        quota.status());
  }

  @Test
  void kind_CapacityUnassigned_is_less_promised_than_nodes_have() {
    Gap gap =
        gap(
            GapKind.CapacityUnassigned,
            EIGHT_GPUS,
            quota("q").hard(GPUS + "=5").used(GPUS + "=0").build());

    assertThat(gap.message())
        .isEqualTo(
            "the quotas promise 5 nvidia.com/gpu in total, but schedulable nodes have 8: no"
                + " namespace with a quota can use the other 3");
    assertThat(gap.remedies()).singleElement().matches(Remedy::helps);
  }

  @Test
  void kind_QuotaUnreachable_is_more_allowed_than_schedulable_nodes_have() {
    Gap gap =
        gap(
            GapKind.QuotaUnreachable,
            EIGHT_GPUS,
            node("m").has(GPU, "8").cordoned().build(),
            quota("q").hard(GPUS + "=12").used(GPUS + "=10").build());

    assertThat(gap.message())
        .isEqualTo(
            "quota q allows 12 of requests.nvidia.com/gpu, but schedulable nodes have 8 in"
                + " total");
    assertThat(gap.remedies())
        .extracting(Remedy::action)
        .containsExactly("lower requests.nvidia.com/gpu of quota q to 10");
  }

  @Test
  void kind_TighterQuotaBinds_is_two_limits_on_one_key() {
    Gap gap =
        gap(
            GapKind.TighterQuotaBinds,
            EIGHT_GPUS,
            quota("loose").hard("pods=4").used("pods=0").build(),
            quota("tight").hard("pods=2").used("pods=0").build());

    assertThat(gap.object().name()).isEqualTo("tight");
    assertThat(evidence(gap)).isEqualTo("hard in tight=2 hard in loose=4");
    assertThat(gap.remedies())
        .extracting(Remedy::action)
        .containsExactly("raise pods of quota tight to 4");
  }

  @Test
  void kind_StaleUsage_is_usage_that_the_objects_do_not_add_up_to() {
    Gap gap = gap(GapKind.StaleUsage, EIGHT_GPUS, quota("q").hard("pods=5").used("pods=3").build());

    assertThat(gap.message())
        .isEqualTo(
            "quota q says that 3 of pods are used, the objects add up to 0; the controller resyncs"
                + " every 5 minutes");
    assertThat(gap.remedies()).isEmpty();
  }

  @Test
  void a_stale_quota_tells_what_was_created_last_and_makes_just_the_difference() {
    Gap gap =
        gap(
            GapKind.StaleUsage,
            EIGHT_GPUS,
            quota("q").hard("pods=5").used("pods=1").build(),
            created("old", 3_000),
            created("new", 40));

    assertThat(gap.message())
        .isEqualTo(
            "quota q says that 1 of pods are used, the objects add up to 2; that differs by pod"
                + " new, created 40 s ago; the controller resyncs every 5 minutes");
    assertThat(evidence(gap)).contains("suspected=pod new since=");
  }

  @Test
  void a_stale_quota_tells_what_has_ended_last_and_that_its_controller_is_late() {
    Gap gap =
        gap(
            GapKind.StaleUsage,
            EIGHT_GPUS,
            quota("q").hard("pods=5").used("pods=2").build(),
            ended("older", 3_000),
            ended("latest", 2_000),
            created("runs", 4_000));

    assertThat(gap.message())
        .isEqualTo(
            "quota q says that 2 of pods are used, the objects add up to 1; that differs by pod"
                + " latest, ended 2000 s ago; the controller resyncs every 5 minutes: if that is"
                + " all that differs, it is late or doesn't run");
  }

  @Test
  void a_stale_quota_names_nothing_that_does_not_make_just_the_difference() {
    Gap gap =
        gap(
            GapKind.StaleUsage,
            EIGHT_GPUS,
            quota("q").hard("requests.cpu=9").used("requests.cpu=500m").build(),
            created("large", 40));

    assertThat(gap.message()).contains("add up to 1; the controller");
  }

  private static Pod created(String name, int secondsAgo) {
    Pod plain = pod(name).requests("cpu=1").build();
    return plain.withMetadata(
        ObjectMetaBuilder.builder(plain.metadata())
            .creationTimestamp(Optional.of(ago(secondsAgo)))
            .build());
  }

  private static Pod ended(String name, int secondsAgo) {
    ContainerState state =
        new ContainerState.Terminated(0, 0, "Completed", "", Optional.of(ago(secondsAgo)));
    return pod(created(name, 5_000))
        .status(
            s ->
                s.phase("Succeeded")
                    .containerStatuses(
                        List.of(
                            new ContainerStatus(
                                "main",
                                Optional.empty(),
                                Resources.EMPTY,
                                state,
                                Optional.empty(),
                                0,
                                false))))
        .build();
  }

  private static Instant ago(int seconds) {
    return ClusterFixture.NOW.minusSeconds(seconds);
  }
}
