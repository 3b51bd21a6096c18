package dev.plimsoll.kubernetes.quota;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.NOW;
import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.sidecar;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static dev.plimsoll.kubernetes.fixtures.ResourceLists.requirements;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static dev.plimsoll.kubernetes.quota.QuotaChecks.denial;
import static dev.plimsoll.kubernetes.quota.QuotaChecks.usage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ContainerStatus;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PodEvaluatorTest {
  private static final Pod POD =
      pod(container("c", "cpu=1,nvidia.com/gpu=2", "cpu=2,nvidia.com/gpu=2")).build();

  @Test
  void a_gpu_is_charged_under_its_requests_key_only() {
    assertThat(usage(POD))
        .isEqualTo(
            list(
                "count/pods=1,pods=1,cpu=1,requests.cpu=1,limits.cpu=2,requests.nvidia.com/gpu=2"));
  }

  @Test
  void huge_pages_are_charged_under_both_request_keys() {
    Pod pod = pod(container("c", "hugepages-2Mi=4Mi", "hugepages-2Mi=4Mi")).build();

    assertThat(usage(pod))
        .isEqualTo(list("count/pods=1,pods=1,hugepages-2Mi=4Mi,requests.hugepages-2Mi=4Mi"));
  }

  @Test
  void an_implicit_extended_resource_of_a_device_class_is_charged() {
    Pod pod = pod(container("c", "deviceclass.resource.kubernetes.io/gpu=1", "")).build();

    assertThat(usage(pod))
        .isEqualTo(list("count/pods=1,pods=1,requests.deviceclass.resource.kubernetes.io/gpu=1"));
  }

  @Test
  void pod_level_amounts_replace_the_containers_and_overhead_comes_on_top() {
    Pod pod = pod(POD).resources("cpu=4", "cpu=8").overhead("cpu=250m,memory=64Mi").build();

    assertThat(usage(pod))
        .isEqualTo(
            list(
                "count/pods=1,pods=1,cpu=4250m,requests.cpu=4250m,limits.cpu=8250m,"
                    + "memory=64Mi,requests.memory=64Mi,requests.nvidia.com/gpu=2"));
  }

  @Test
  void an_init_container_counts_with_the_sidecars_before_it() {
    Pod pod =
        pod(container("c", "cpu=1", ""))
            .initContainers(
                sidecar("s", "cpu=1", ""), container("i", "cpu=3", ""), sidecar("t", "cpu=1", ""))
            .build();

    assertThat(usage(pod)).isEqualTo(list("count/pods=1,pods=1,cpu=4,requests.cpu=4"));
  }

  @Test
  void what_is_still_allocated_counts_after_a_pod_was_made_smaller() {
    ContainerStatus running =
        new ContainerStatus("c", Optional.of(requirements("cpu=3", "cpu=4")), list("cpu=3"));
    Pod pod = POD.withStatus(PodStatus.builder().containerStatuses(List.of(running)).build());

    assertThat(usage(pod))
        .isEqualTo(
            list(
                "count/pods=1,pods=1,cpu=3,requests.cpu=3,limits.cpu=4,requests.nvidia.com/gpu=2"));
  }

  @Test
  void an_ended_pod_counts_as_an_object_only() {
    for (String phase : List.of("Succeeded", "Failed")) {
      Pod pod = POD.withStatus(PodStatus.builder().phase(phase).build());

      assertThat(usage(pod)).isEqualTo(list("count/pods=1"));
    }
  }

  @Test
  void a_pod_that_does_not_end_counts_until_another_grace_period_is_over() {
    assertThat(usage(deleted(30, 30))).isEqualTo(usage(POD));
    assertThat(usage(deleted(31, 30))).isEqualTo(list("count/pods=1"));
  }

  private static Pod deleted(long secondsAgo, long grace) {
    ObjectMeta metadata =
        POD.metadata()
            .with()
            .deletionTimestamp(Optional.of(NOW.minusSeconds(secondsAgo)))
            .deletionGracePeriodSeconds(OptionalLong.of(grace))
            .build();
    return POD.withMetadata(metadata);
  }

  @Test
  void a_resource_named_after_a_device_class_is_not_charged_up_to_1_34() {
    ResourceName key = ResourceName.of("requests.deviceclass.resource.kubernetes.io/gpu");
    Pod pod = pod(container("c", "deviceclass.resource.kubernetes.io/gpu=1", "")).build();
    PodEvaluator v134 = evaluator(KubernetesVersion.V1_34);

    assertThat(v134.tracks(key)).isFalse();
    assertThat(v134.usage(pod)).isEqualTo(list("count/pods=1,pods=1"));
    assertThat(evaluator(KubernetesVersion.V1_35).tracks(key)).isTrue();
  }

  @Test
  void a_pod_that_enters_a_scope_by_an_update_is_not_looked_at_up_to_1_32() {
    Pod terminating = pod(POD).spec(s -> s.activeDeadlineSeconds(OptionalLong.of(60))).build();
    AdmissionRequest update = AdmissionRequest.update(POD, terminating);

    assertThat(evaluator(KubernetesVersion.V1_32).handles(update)).isFalse();
    assertThat(evaluator(KubernetesVersion.V1_33).handles(update)).isTrue();
  }

  private static PodEvaluator evaluator(KubernetesVersion version) {
    return new PodEvaluator(
        NOW, KubernetesControlPlane.of(version, KubernetesControlPlane.Origin.OPTION));
  }

  @Test
  void init_containers_must_set_what_a_quota_limits_too() {
    Pod pod = pod(container("c", "cpu=1", "cpu=1")).initContainers(container("i", "", "")).build();

    assertThat(
            denial(
                AdmissionRequest.create(pod),
                quota("q").hard("limits.cpu=8").used("limits.cpu=0").build()))
        .isEqualTo("failed quota: q: must specify limits.cpu for: i");
  }
}
