package dev.plimsoll.extender.requeue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Condition;
import dev.plimsoll.model.object.Pod;
import java.time.Duration;
import java.util.List;
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
  private final GapNotices gaps = new GapNotices(() -> cluster, Duration.ofMinutes(10));

  private static Pod turnedAway(String name, long gpus) {
    return with(ExtenderFixtures.pod("team", name, gpus, ""), "Unschedulable");
  }

  private static Pod with(Pod pod, String reason) {
    return pod.withStatus(
        pod.status().withConditions(List.of(new Condition("PodScheduled", "False", reason, ""))));
  }

  private List<PodNotice> look() {
    gaps.sync();
    return gaps.get();
  }

  @Test
  void a_pod_that_the_scheduler_rejected_is_told_the_gap_and_what_would_help() {
    cluster = cluster.with(turnedAway("large", 6));

    assertThat(look())
        .singleElement()
        .satisfies(
            podNotice -> {
              assertThat(podNotice.pod().name()).isEqualTo("large");
              assertThat(podNotice.reason()).isEqualTo("Fragmented");
              assertThat(podNotice.isWarning()).isTrue();
              assertThat(podNotice.text())
                  .contains("6 nvidia.com/gpu on one node", "the largest free block is 4")
                  .contains(". What would help: ");
            });
  }

  @Test
  void each_pod_of_a_gap_is_told() {
    cluster = cluster.with(turnedAway("one", 6)).with(turnedAway("two", 9));

    assertThat(look())
        .extracting(n -> n.pod().name() + " " + n.reason())
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
            podNotice -> {
              assertThat(podNotice.reason()).isEqualTo("SchedulingGated");
              assertThat(podNotice.isWarning()).isFalse();
            });
  }

  @Test
  void a_gap_that_goes_on_is_counted_and_keeps_its_text_whether_or_not_anything_changes() {
    cluster = cluster.with(turnedAway("large", 6));
    PodNotice first = look().get(0);
    assertThat(look()).extracting(PodNotice::times).containsExactly(2L);

    cluster = cluster.with(turnedAway("other", 5));

    assertThat(look())
        .filteredOn(n -> n.pod().name().equals("large"))
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
    GapNotices hasty = new GapNotices(() -> cluster, Duration.ZERO);
    cluster = cluster.with(turnedAway("large", 6));
    hasty.sync();

    assertThat(hasty.get())
        .singleElement()
        .satisfies(
            podNotice ->
                assertThat(podNotice.text())
                    .endsWith("the largest free block is 4")
                    .doesNotContain("help"));
  }
}
