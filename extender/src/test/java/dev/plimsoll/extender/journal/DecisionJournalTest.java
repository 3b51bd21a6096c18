package dev.plimsoll.extender.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.accounting.GangCheck;
import dev.plimsoll.extender.accounting.HoldCheck;
import dev.plimsoll.extender.accounting.QuotaCheck;
import dev.plimsoll.extender.config.JournalSettings;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DecisionJournalTest {
  private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

  static Resources gpus(long amount) {
    return Resources.of(ExtenderFixtures.QUOTA_KEY, Quantity.of(amount));
  }

  static Decided decided(String pod, List<HoldCheck> checks) {
    return Decided.byChecks(ExtenderFixtures.pod("team", pod, 1, ""), 2, 1, checks);
  }

  static DecisionJournal journal(int most) {
    return new DecisionJournal(
        new JournalSettings(most, Optional.of(Path.of("kept")), 1, 1),
        CLOCK,
        () -> Optional.of(Duration.ofMillis(1500)));
  }

  private static List<String> pods(List<JournalEntry> entries) {
    return entries.stream().map(e -> e.decided().pod()).toList();
  }

  @Test
  void the_last_decisions_are_kept_and_told_the_latest_first() {
    DecisionJournal journal = journal(2);
    for (String pod : List.of("a", "b", "c")) {
      journal.add(
          "filter", "passed", decided(pod, List.of()), Grounds.Checks::new, Duration.ofMillis(1));
    }

    assertThat(pods(journal.latest(e -> true, 10))).containsExactly("c", "b");
    assertThat(pods(journal.latest(e -> true, 1))).containsExactly("c");
    assertThat(pods(journal.latest(e -> e.decided().pod().equals("b"), 1))).containsExactly("b");
    assertThat(pods(journal.after(0))).containsExactly("b", "c");
    assertThat(pods(journal.after(2))).containsExactly("c");
    assertThat(journal.count()).isEqualTo(3);
  }

  @Test
  void what_is_kept_is_bounded_in_bytes_too() {
    DecisionJournal journal = journal(Integer.MAX_VALUE);
    List<HoldCheck> checks =
        Collections.nCopies(32, new QuotaCheck("gpus", gpus(1), gpus(1), gpus(8)));
    for (int i = 0; i < 10_000; i++) {
      journal.add("filter", "passed", decided("pod", checks), Grounds.Checks::new, Duration.ZERO);
    }

    assertThat(journal.after(0).stream().mapToLong(JournalEntry::bytes).sum())
        .isBetween(15L << 20, 16L << 20);
  }

  @Test
  void of_many_quotas_the_one_that_holds_the_pod_is_kept() {
    HoldCheck free = new QuotaCheck("free", gpus(1), gpus(0), gpus(8));
    HoldCheck full = new QuotaCheck("full", gpus(1), gpus(8), gpus(8));
    List<HoldCheck> many = new ArrayList<>(Collections.nCopies(100, free));
    many.add(full);

    Decided decided = decided("pod", many);

    assertThat(decided.checks()).hasSize(33).contains(full);
    assertThat(decided.held())
        .isEqualTo("quota full has no requests.nvidia.com/gpu left for placement");
  }

  @Test
  void what_a_gang_says_of_a_pod_is_kept_and_read_again() {
    HoldCheck check = new GangCheck("training", false, false, false, false, true);
    DecisionJournal journal = journal(1);
    journal.add(
        "filter", "gang", decided("pod", List.of(check)), Grounds.Checks::new, Duration.ZERO);

    assertThat(journal.latest(e -> true, 1))
        .singleElement()
        .extracting(e -> e.decided().held())
        .isEqualTo("gang training waits until all its pods can be placed in one domain");
    assertThat(CheckJson.read(CheckJson.write(check))).isEqualTo(check);
  }
}
