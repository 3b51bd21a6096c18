package dev.plimsoll.extender.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.config.ReservationSettings;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.extender.scheduler.FilterDecision;
import dev.plimsoll.extender.scheduler.NodeReserver;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.server.report.Visibility;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
    Visibility visibility = new Visibility(Coverage.of(Set.of(askedBy)), false);
    return new HeldPodReport(holding(ExtenderFixtures.pod(namespace, "small", 1, "")), visibility)
        .json()
        .toString();
  }

  private Decisions holding(Pod small) {
    ExtenderSettings settings =
        ExtenderSettings.DEFAULT
            .withReservations(new ReservationSettings(AFTER, Duration.ofHours(1), 50))
            .withPolicies(List.of(ExtenderFixtures.policy(PlacementMode.HOLD, BorrowingMode.IDLE)));
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
    assertThat(decision.heldFor()).isEmpty();
    return decisions;
  }

  @Test
  void it_is_said_since_when_a_pod_is_held_however_often_the_scheduler_asked() {
    Pod small = ExtenderFixtures.pod("team", "small", 1, "");
    Decisions decisions = holding(small);
    nanos += Duration.ofMinutes(34).toNanos();
    assertThat(decisions.filter(small, 1, () -> List.of("n0")).heldFor())
        .contains(Duration.ofMinutes(34));
    nanos += Duration.ofMinutes(20).toNanos();
    Instant before = Instant.now().minus(Duration.ofMinutes(54)).truncatedTo(ChronoUnit.SECONDS);

    JsonObject held =
        new HeldPodReport(decisions, new Visibility(Coverage.COMPLETE, true))
            .json()
            .getAsJsonArray("heldPods")
            .get(0)
            .getAsJsonObject();

    assertThat(held.get("heldSeconds").getAsLong()).isEqualTo(54 * 60);
    assertThat(Instant.parse(held.get("since").getAsString()))
        .isBetween(before, before.plusSeconds(60));
  }

  @Test
  void when_it_is_let_pass_it_is_known_for_how_long_it_was_held() {
    Pod small = ExtenderFixtures.pod("team", "small", 1, "");
    Decisions decisions = holding(small);
    nanos += Duration.ofHours(2).toNanos();

    FilterDecision passed = decisions.filter(small, 2, () -> List.of("n0", "n2"));

    assertThat(passed.reason()).isEqualTo("passed");
    assertThat(passed.heldFor()).contains(Duration.ofHours(2));
    assertThat(decisions.filter(small, 2, () -> List.of("n0", "n2")).heldFor()).isEmpty();
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
