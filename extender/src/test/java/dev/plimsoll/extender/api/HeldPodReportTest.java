package dev.plimsoll.extender.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.config.ReservationSettings;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.extender.scheduler.FilterDecision;
import dev.plimsoll.extender.scheduler.NodeReserver;
import dev.plimsoll.model.cluster.Coverage;
import dev.plimsoll.model.object.Condition;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.server.report.Visibility;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Two tenants share two nodes; one of these is reserved for a large pod of the second one. */
class HeldPodReportTest {
  private static final Duration AFTER = Duration.ofMinutes(5);

  private long nanos;

  private static Pod large() {
    Pod pod = ExtenderFixtures.pod("two", "covert", 8, "");
    return pod.withStatus(
        pod.status()
            .withConditions(
                List.of(new Condition("PodScheduled", "False", "Unschedulable", "Insufficient"))));
  }

  private String report(String namespace, String askedBy) {
    ExtenderSettings settings =
        ExtenderSettings.DEFAULT
            .withReservations(new ReservationSettings(AFTER, Duration.ofHours(1), 50))
            .withPolicies(List.of(ExtenderFixtures.policy(PlacementMode.HOLD, BorrowingMode.IDLE)));
    Pod small = ExtenderFixtures.pod(namespace, "small", 1, "");
    Decisions decisions =
        new Decisions(
            ExtenderFixtures.cluster()
                .add(ExtenderFixtures.node("n0", 8))
                .add(ExtenderFixtures.node("n1", 8))
                .add(ExtenderFixtures.pod("one", "old", 7, "n1"))
                .add(ExtenderFixtures.pod("one", "other", 1, "n0"))
                .add(large())
                .add(small)
                .build(),
            settings,
            () -> nanos);
    nanos += AFTER.toNanos();
    new NodeReserver(decisions).sync();
    FilterDecision decision = decisions.filter(small, 1, () -> List.of("n0"));
    assertThat(decision.reason()).isEqualTo("reserved");
    Visibility visibility = new Visibility(Coverage.of(Set.of(askedBy)), false);
    return new HeldPodReport(decisions, visibility).json().toString();
  }

  @Test
  void of_another_tenants_reservation_it_is_said_until_when_and_not_for_whom() {
    assertThat(report("team", "team"))
        .contains("\"pod\":\"small\"", "\"cause\":\"reserved\"")
        .contains("reserved for a large pod of another tenant until ")
        .doesNotContain("covert", "two");
  }

  @Test
  void of_a_reservation_of_the_same_tenant_it_is_said_that_it_is_one() {
    assertThat(report("two", "two")).contains("reserved for a large pod of the same tenant until ");
  }

  @Test
  void pods_of_other_namespaces_are_left_out() {
    assertThat(report("team", "one")).isEqualTo("{\"heldPods\":[]}");
  }
}
