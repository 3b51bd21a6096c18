package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A resync that fails, while changes come in. */
class ResyncTest {
  private Cluster cluster =
      ExtenderFixtures.cluster()
          .add(ExtenderFixtures.node("a", 8))
          .add(ExtenderFixtures.quota("team", 8))
          .build();
  private boolean fails;
  private List<CapacityPolicy> policies = List.of();
  private final Decisions decisions =
      new Decisions(cluster, ExtenderSettings.DEFAULT, this::policies, Ticker.SYSTEM);

  private List<CapacityPolicy> policies() {
    if (fails) {
      throw new IllegalStateException("no policies");
    }
    return policies;
  }

  private void place(String name) {
    Pod pod = ExtenderFixtures.pod("team", name, 1, "a");
    cluster = cluster.with(pod);
    decisions.changed(List.of(new ObjectChange(Optional.empty(), Optional.of(pod))), cluster);
  }

  @Test
  void changes_that_came_after_a_failed_resync_are_counted_once() {
    boolean unused =
        decisions
            .filter(ExtenderFixtures.pod("team", "asks", 1, ""), 1, () -> List.of("a"))
            .isNew();
    fails = true;
    assertThatThrownBy(decisions::resync).hasMessage("no policies");
    place("p");
    fails = false;

    assertThat(decisions.resync()).isEmpty();
    assertThat(decisions.drifts()).isZero();
  }

  @Test
  void a_resync_that_failed_is_due_again_at_the_next_check() {
    Duration every = Duration.ofMinutes(10);
    AtomicLong nanos = new AtomicLong();
    Resync resync = new Resync(decisions, every, nanos::get);
    nanos.set(every.toNanos());
    fails = true;
    assertThatThrownBy(resync::resyncIfDue).hasMessage("no policies");
    fails = false;
    policies = List.of(ExtenderFixtures.policy(PlacementMode.HOLD, BorrowingMode.NEVER));
    resync.resyncIfDue();

    assertThat(decisions.policies()).isEqualTo(policies);
  }
}
