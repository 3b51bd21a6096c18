package dev.plimsoll.model.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.lifetime.PodRun;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeniedStartTest {
  private static final String GPUS = "requests.nvidia.com/gpu=";

  private static StartEstimate denied(int gpus, int used) {
    return denied(QueueCluster.pod("a", "next", "next-1", gpus).build(), used);
  }

  private static StartEstimate denied(Pod pod, int used) {
    StartQuestion question =
        new QueueCluster()
            .node("n", 8)
            .ended("a", "train", 8, 3600, 3600)
            .add(
                new Namespace(ObjectMeta.of("", "a")),
                ResourceQuotaBuilder.quota("a", "gpus").hard(GPUS + 8).used(GPUS + used).build())
            .question();
    List<StartEstimate> estimates =
        DeniedStart.estimates(StartEstimator.of(question), question.simulation(), List.of(pod));
    assertThat(estimates).hasSize(1);
    return estimates.get(0);
  }

  @Test
  void a_pod_that_a_quota_denies_needs_what_it_exceeds_and_has_no_place_and_no_time() {
    StartEstimate estimate = denied(4, 6);

    assertThat(new StartText(n -> true, true).needs(estimate.needs()))
        .containsExactly("quota gpus must give back 2 requests.nvidia.com/gpu");
    assertThat(StartText.place(estimate.place())).isEqualTo("unknown until the pod is created");
    assertThat(estimate.likely()).isEmpty();
    assertThat(estimate.latest()).isEmpty();
    assertThat(estimate.limits()).hasSize(1);
  }

  @Test
  void a_pod_that_requests_more_than_the_quota_never_starts() {
    assertThat(denied(9, 0).needs())
        .isInstanceOfSatisfying(
            Needs.Never.class, n -> assertThat(n.why()).contains("quota gpus limits these to 8"));
  }

  @Test
  void a_pod_that_the_quota_admits_is_asked_about_as_if_created_now() {
    StartEstimate estimate = denied(2, 6);

    assertThat(estimate.needs()).isInstanceOf(Needs.Nothing.class);
    assertThat(estimate.place().order()).isEqualTo(QueuePlace.Order.PriorityAndAge);
  }

  @Test
  void limits_of_a_denied_pod_are_requests_as_the_api_server_defaults_them() {
    Pod limited = PodBuilder.pod("a", "next-1").limits("nvidia.com/gpu=4").build();

    assertThat(PodRun.devices(denied(limited, 6).pod())).isEqualTo(4);
  }
}
