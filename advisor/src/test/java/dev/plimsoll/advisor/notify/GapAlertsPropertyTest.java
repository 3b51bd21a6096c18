package dev.plimsoll.advisor.notify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.gap.GapKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Alerts as an Alertmanager sees them that knows labels and times only. */
class GapAlertsPropertyTest {
  private static final Duration INTERVAL = Duration.ofMinutes(1);
  private static final Duration LASTS = GapNotifier.lasts(INTERVAL);
  private static final Instant BEGIN = Instant.parse("2026-01-05T12:00:00Z");

  /**
   * A run of the notifier.
   *
   * @param found the gaps that are there
   * @param unread the gaps that can't be seen, whether they are there or not
   * @param delivered whether Alertmanager answers
   * @param takesOver whether another replica begins to lead before the run
   */
  record Run(Set<Integer> found, Set<Integer> unread, boolean delivered, boolean takesOver) {}

  @Provide
  Arbitrary<List<Run>> runs() {
    Arbitrary<Set<Integer>> gaps = Arbitraries.integers().between(0, 5).set();
    Arbitrary<Set<Integer>> few = Arbitraries.integers().between(0, 5).set().ofMaxSize(2);
    return Combinators.combine(
            gaps,
            Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.just(Set.<Integer>of())), Tuple.of(1, few)),
            Arbitraries.integers().between(0, 4).map(i -> i > 0),
            Arbitraries.integers().between(0, 5).map(i -> i == 0))
        .as(Run::new)
        .list()
        .ofMaxSize(30);
  }

  private static GapAlert alert(int gap) {
    return new GapAlert(
        GapKind.NoQuota, Map.of("gap", Integer.toString(gap)), "gap " + gap, Optional.empty());
  }

  private static int gap(GapAlert alert) {
    return Integer.parseInt(alert.labels().get("gap"));
  }

  @Property
  void each_gap_is_told_and_no_alert_outlives_the_last_leader(@ForAll("runs") List<Run> runs) {
    Map<Integer, Instant> alertmanager = new TreeMap<>();
    GapAlerts alerts = new GapAlerts(LASTS);
    Instant now = BEGIN;
    for (Run run : runs) {
      now = now.plus(INTERVAL);
      if (run.takesOver()) {
        alerts = new GapAlerts(LASTS);
      }
      List<GapAlert> seen =
          run.found().stream()
              .filter(g -> !run.unread().contains(g))
              .map(GapAlertsPropertyTest::alert)
              .toList();
      List<SentAlert> sent = alerts.update(seen, a -> run.unread().contains(gap(a)), now);
      if (run.delivered()) {
        sent.forEach(s -> alertmanager.put(gap(s.alert()), s.endsAt()));
        alerts.delivered();
      }
      if (!run.unread().isEmpty() || run.takesOver() || !run.delivered()) {
        continue;
      }
      Set<Integer> shown = shown(alertmanager, now);
      assertThat(shown).containsAll(run.found());
    }
    assertThat(shown(alertmanager, now.plus(LASTS))).isEmpty();
  }

  @Property
  void with_one_leader_and_all_read_nothing_is_shown_that_is_not_there(
      @ForAll("runs") List<Run> runs) {
    Map<Integer, Instant> alertmanager = new TreeMap<>();
    GapAlerts alerts = new GapAlerts(LASTS);
    Instant now = BEGIN;
    for (Run run : runs) {
      now = now.plus(INTERVAL);
      List<GapAlert> seen = run.found().stream().map(GapAlertsPropertyTest::alert).toList();
      List<SentAlert> sent = alerts.update(seen, a -> false, now);
      if (run.delivered()) {
        sent.forEach(s -> alertmanager.put(gap(s.alert()), s.endsAt()));
        alerts.delivered();
        assertThat(shown(alertmanager, now)).isEqualTo(run.found());
      }
    }
  }

  @Property
  void an_alert_that_may_be_hidden_lasts(@ForAll("runs") List<Run> runs) {
    GapAlerts alerts = new GapAlerts(LASTS);
    Instant now = BEGIN;
    for (Run run : runs) {
      now = now.plus(INTERVAL);
      List<GapAlert> seen = run.found().stream().map(GapAlertsPropertyTest::alert).toList();
      Instant at = now;
      List<SentAlert> before = alerts.update(seen, a -> true, at);
      assertThat(alerts.update(List.of(), a -> true, at))
          .containsExactlyInAnyOrderElementsOf(before)
          .allMatch(s -> s.endsAt().equals(at.plus(LASTS)));
    }
  }

  private static Set<Integer> shown(Map<Integer, Instant> alertmanager, Instant now) {
    return alertmanager.entrySet().stream()
        .filter(e -> e.getValue().isAfter(now))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }
}
