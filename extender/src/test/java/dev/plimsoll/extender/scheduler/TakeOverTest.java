package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A replica that leads from now on, and doesn't know what the one before let pass. */
class TakeOverTest {
  private long nanos;
  private Cluster cluster =
      ExtenderFixtures.cluster()
          .add(ExtenderFixtures.node("a", 8))
          .add(ExtenderFixtures.quota("team", 2))
          .add(pod("one"))
          .add(pod("two"))
          .add(pod("three"))
          .build();
  private final Decisions former = decisions();
  private final Decisions heir = decisions();

  private static Pod pod(String name) {
    return ExtenderFixtures.pod("team", name, 1, "");
  }

  private Decisions decisions() {
    return new Decisions(cluster, ExtenderSettings.DEFAULT, () -> nanos);
  }

  private static boolean passes(Decisions decisions, String pod) {
    return decisions.filter(pod(pod), 1, () -> List.of("a")).filtered().anyPasses(1);
  }

  private void bound(String name) {
    Pod now = ExtenderFixtures.pod("team", name, 1, "a");
    Optional<ApiObject> before = Optional.of(pod(name));
    cluster = cluster.with(now);
    heir.changed(List.of(new ObjectChange(before, Optional.of(now))), cluster);
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  @Test
  void nothing_passes_that_needs_what_the_former_leader_may_have_let_pass() {
    assertThat(passes(former, "one")).isTrue();
    assertThat(passes(former, "two")).isTrue();
    heir.takeOver();

    assertThat(passes(heir, "three")).isFalse();
    bound("one");
    bound("two");
    assertThat(passes(heir, "three")).isFalse();
    pass(Duration.ofSeconds(31));
    assertThat(passes(heir, "three")).isFalse();
  }

  @Test
  void what_the_former_leader_did_not_let_pass_is_free_after_the_grace() {
    heir.takeOver();
    assertThat(passes(heir, "three")).isFalse();

    pass(Duration.ofSeconds(31));

    assertThat(passes(heir, "three")).isTrue();
    assertThat(passes(heir, "two")).isTrue();
    assertThat(passes(heir, "one")).isFalse();
  }

  @Test
  void what_nobody_else_may_need_passes_at_once() {
    cluster = cluster.with(ExtenderFixtures.quota("team", 3));
    Decisions other = decisions();
    other.takeOver();

    assertThat(passes(other, "three")).isTrue();
    assertThat(passes(other, "two")).isTrue();
    assertThat(passes(other, "one")).isTrue();
  }

  @Test
  void only_pods_that_a_scheduler_may_be_at_work_on_count() {
    cluster =
        ExtenderFixtures.cluster()
            .add(ExtenderFixtures.node("a", 8))
            .add(pod("waiting"))
            .add(ExtenderFixtures.pod("team", "placed", 1, "a"))
            .add(
                PodBuilder.pod("team", "gated")
                    .uid("uid-gated")
                    .spec(s -> s.schedulingGates(List.of("later")))
                    .build())
            .build();
    Decisions other = decisions();
    other.takeOver();

    assertThat(other.assumedPods()).extracting(AssumedPod::uid).containsExactly("uid-waiting");
  }

  @Test
  void a_replica_that_knows_already_what_is_assumed_keeps_it() {
    assertThat(passes(heir, "one")).isTrue();
    pass(Duration.ofSeconds(20));
    heir.takeOver();
    pass(Duration.ofSeconds(20));

    assertThat(heir.assumedPods()).hasSize(3);
  }
}
