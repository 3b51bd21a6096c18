package dev.plimsoll.extender.requeue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.usage.DeviceUsage;
import dev.plimsoll.kubernetes.usage.IdleRule;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import dev.plimsoll.kubernetes.usage.MeasuredUsage.PodName;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Two nodes have 4 GPUs free each. */
class GapNoticesTest {
  private Cluster cluster =
      ExtenderFixtures.cluster()
          .add(ExtenderFixtures.node("a", 8))
          .add(ExtenderFixtures.node("b", 8))
          .add(ExtenderFixtures.pod("team", "on-a", 4, "a"))
          .add(ExtenderFixtures.pod("team", "on-b", 4, "b"))
          .build();
  private final Map<PodName, DeviceUsage> usage = new HashMap<>();
  private final GapNotices gaps =
      new GapNotices(() -> cluster, this::measured, Duration.ofMinutes(10));

  private static Pod turnedAway(String name, long gpus) {
    return turnedAway("team", name, gpus);
  }

  private static Pod turnedAway(String namespace, String name, long gpus) {
    return with(ExtenderFixtures.pod(namespace, name, gpus, ""), "Unschedulable");
  }

  private static Pod with(Pod pod, String reason) {
    return pod.withStatus(
        pod.status().withConditions(List.of(new Condition("PodScheduled", "False", reason, ""))));
  }

  private Cluster measured(Cluster now) {
    return usage.isEmpty() ? now : now.withUsage(new MeasuredUsage(IdleRule.DEFAULT, usage));
  }

  private List<Notice> look() {
    gaps.sync();
    return gaps.get();
  }

  @Test
  void a_pod_that_the_scheduler_rejected_is_told_the_gap_and_what_would_help() {
    cluster = cluster.with(turnedAway("large", 6));

    assertThat(look())
        .singleElement()
        .satisfies(
            notice -> {
              assertThat(notice.metadata().name()).isEqualTo("large");
              assertThat(notice.reason()).isEqualTo("Fragmented");
              assertThat(notice.isWarning()).isTrue();
              assertThat(notice.text())
                  .contains("6 nvidia.com/gpu on one node", "at most 4 on one node")
                  .contains(". What would help: ");
            });
  }

  private void runsIdle(String namespace, String name) {
    Instant quiet = cluster.asOf().minus(Duration.ofHours(10));
    Pod pod = cluster.find(Pod.class, namespace, name).orElseThrow();
    cluster =
        cluster.with(
            pod.withStatus(
                pod.status()
                    .with(s -> s.phase("Running").startTime(Optional.of(quiet.minusSeconds(1))))));
    usage.put(
        new PodName(namespace, name),
        new DeviceUsage(Optional.of(quiet), 4, cluster.asOf(), 600, 0));
  }

  @Test
  void an_idle_pod_is_told_and_no_pod_of_other_namespaces_that_waits_for_its_devices_is_named() {
    runsIdle("team", "on-a");
    cluster = cluster.with(turnedAway("elsewhere", "large", 8));

    assertThat(look())
        .filteredOn(n -> n.reason().equals("IdleAllocated"))
        .singleElement()
        .satisfies(
            notice -> {
              assertThat(notice.metadata().name()).isEqualTo("on-a");
              assertThat(notice.isWarning()).isTrue();
              assertThat(notice.text())
                  .startsWith("pod on-a holds 4 nvidia.com/gpu and has not used them for")
                  .contains("1 pod of other namespaces waits for exactly these")
                  .contains("What would help: ")
                  .doesNotContain("large")
                  .doesNotContain("elsewhere");
            });
  }

  @Test
  void a_pod_that_is_no_longer_idle_or_has_gone_is_not_told() {
    runsIdle("team", "on-a");
    assertThat(look()).hasSize(1);

    usage.clear();
    assertThat(look()).isEmpty();

    runsIdle("team", "on-a");
    assertThat(look()).hasSize(1);
    cluster = cluster.without(cluster.find(Pod.class, "team", "on-a").orElseThrow());
    assertThat(gaps.get()).isEmpty();
  }

  @Test
  void each_pod_of_a_gap_is_told() {
    cluster = cluster.with(turnedAway("one", 6)).with(turnedAway("two", 9));

    assertThat(look())
        .extracting(n -> n.metadata().name() + " " + n.reason())
        .containsExactlyInAnyOrder("one Fragmented", "two CapacityExhausted");
  }

  @Test
  void a_pod_that_the_scheduler_has_not_looked_at_is_not_told() {
    cluster = cluster.with(ExtenderFixtures.pod("team", "new", 6, ""));

    assertThat(look()).isEmpty();
  }

  @Test
  void a_pod_that_nodes_could_take_has_no_gap() {
    cluster = cluster.with(turnedAway("small", 4));

    assertThat(look()).isEmpty();
  }

  @Test
  void a_gated_pod_is_told_without_a_warning() {
    Pod pod = ExtenderFixtures.pod("team", "gated", 1, "");
    Pod gated = pod.withSpec(pod.spec().withSchedulingGates(List.of("gate")));
    cluster = cluster.with(with(gated, "SchedulingGated"));

    assertThat(look())
        .singleElement()
        .satisfies(
            notice -> {
              assertThat(notice.reason()).isEqualTo("SchedulingGated");
              assertThat(notice.isWarning()).isFalse();
            });
  }

  @Test
  void a_gap_that_goes_on_is_counted_and_keeps_its_text_whether_or_not_anything_changes() {
    cluster = cluster.with(turnedAway("large", 6));
    Notice first = look().get(0);
    assertThat(look()).extracting(Notice::times).containsExactly(2L);

    cluster = cluster.with(turnedAway("other", 5));

    assertThat(look())
        .filteredOn(n -> n.metadata().name().equals("large"))
        .containsExactly(first.again().again());
  }

  @Test
  void a_pod_that_has_found_its_node_is_told_nothing_more_even_before_the_next_look() {
    cluster = cluster.with(turnedAway("large", 6));
    look();
    cluster = cluster.with(ExtenderFixtures.pod("team", "large", 6, "a"));

    assertThat(gaps.get()).isEmpty();
  }

  @Test
  void where_there_is_no_time_to_try_what_would_help_the_gap_alone_is_told() {
    GapNotices hasty = new GapNotices(() -> cluster, this::measured, Duration.ZERO);
    cluster = cluster.with(turnedAway("large", 6));
    hasty.sync();

    assertThat(hasty.get())
        .singleElement()
        .satisfies(
            notice ->
                assertThat(notice.text()).endsWith("at most 4 on one node").doesNotContain("help"));
  }

  private static ResourceQuota quota(int gpus) {
    return ResourceQuotaBuilder.quota("team", "gpus")
        .hard("requests.nvidia.com/gpu=" + gpus)
        .used("requests.nvidia.com/gpu=0")
        .build();
  }

  private static Workload deployment(int replicas) {
    return new Workload(
        ObjectMeta.of("team", "web"),
        new GroupVersionKind("apps", "v1", "Deployment"),
        new GroupResource("apps", "deployments"),
        List.of(
            new Workload.PodTemplate(
                "spec.template",
                ObjectMeta.builder().build(),
                ExtenderFixtures.pod("team", "web", 2, "").spec(),
                OptionalInt.of(replicas))),
        List.of(),
        false);
  }

  @Test
  void a_workload_whose_pods_quota_denies_is_told_with_the_figures_though_it_has_no_pod() {
    cluster = cluster.with(quota(1)).with(deployment(2));

    assertThat(look())
        .singleElement()
        .satisfies(
            notice -> {
              assertThat(notice.type().kind()).isEqualTo("Deployment");
              assertThat(notice.metadata().name()).isEqualTo("web");
              assertThat(notice.reason()).isEqualTo("QuotaExhaustedCapacityFree");
              assertThat(notice.text())
                  .startsWith(
                      "2 of 2 pods are denied: exceeded quota gpus (requests.nvidia.com/gpu:"
                          + " limit 1, used 0, requested 2 per pod)")
                  .contains(". What would help: ");
            });
    assertThat(look()).extracting(Notice::times).containsExactly(2L);

    cluster = cluster.with(quota(4));
    assertThat(look()).isEmpty();
  }
}
