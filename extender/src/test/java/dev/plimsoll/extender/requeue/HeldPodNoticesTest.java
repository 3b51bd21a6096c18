package dev.plimsoll.extender.requeue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.extender.scheduler.GangAdmission;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeldPodNoticesTest {
  private final FakeClock clock = new FakeClock();
  private Cluster cluster =
      ExtenderFixtures.cluster()
          .add(ExtenderFixtures.node("a", 8))
          .add(ExtenderFixtures.quota("team", 2))
          .build();
  private final Decisions decisions =
      new Decisions(cluster, ExtenderSettings.DEFAULT, clock::nanos);
  private final GangAdmission admission = new GangAdmission(decisions);
  private final HeldPodNotices notices = new HeldPodNotices(decisions);

  private boolean ask(Pod pod) {
    Optional<Pod> known = cluster.find(Pod.class, pod.namespace(), pod.name());
    cluster = cluster.with(pod);
    decisions.changed(List.of(new ObjectChange(known.map(p -> p), Optional.of(pod))), cluster);
    return decisions.filter(pod, 1, () -> List.of("a")).filtered().passes(0);
  }

  private static Pod member(int number) {
    return PodBuilder.pod(ExtenderFixtures.pod("team", "member-" + number, 1, ""))
        .label(Gang.NAME, "training")
        .label(Gang.SIZE, "2")
        .build();
  }

  private List<String> reasons() {
    return notices.get().stream().map(Notice::reason).toList();
  }

  @Test
  void a_gang_that_waits_only_for_its_reservation_is_not_told_as_held() {
    assertThat(ask(member(0))).isFalse();
    assertThat(ask(member(1))).isFalse();
    assertThat(reasons()).isEmpty();

    clock.pass(Duration.ofSeconds(1));
    admission.sync();
    assertThat(ask(member(0))).isTrue();
    assertThat(ask(member(1))).isTrue();

    clock.pass(Duration.ofSeconds(10));
    assertThat(reasons()).isEmpty();
  }

  @Test
  void a_gang_that_remains_incomplete_is_told_as_held() {
    ask(member(0));

    clock.pass(Duration.ofSeconds(10));
    admission.sync();

    assertThat(reasons()).containsExactly("HeldWithGang");
  }

  @Test
  void a_pod_beyond_a_quota_is_told_as_held_at_once() {
    ask(ExtenderFixtures.pod("team", "large", 4, ""));

    assertThat(reasons()).containsExactly("HeldAtQuota");
  }
}
