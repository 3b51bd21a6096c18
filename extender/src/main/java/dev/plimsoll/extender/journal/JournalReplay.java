package dev.plimsoll.extender.journal;

import dev.plimsoll.extender.accounting.HoldCheck;
import dev.plimsoll.extender.accounting.HoldReason;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Decides again, by the rules of this version and the amounts that a journal has, what quotas and
 * shares held or let pass, and compares. How the amounts came about is not in the journal, nor
 * which nodes pods went to.
 */
public final class JournalReplay {
  private long decisions;
  private long replayed;
  private long differences;
  private Optional<Difference> first = Optional.empty();

  private JournalReplay() {}

  /**
   * A decision that would be another now.
   *
   * @param file the journal's file
   * @param line the decision's line, from 1
   * @param entry the decision
   * @param now why quota or share would hold the pod now; empty if neither would
   */
  public record Difference(Path file, long line, JournalEntry entry, String now) {}

  /**
   * What came of it.
   *
   * @param decisions how many decisions the journal has
   * @param replayed how many of them were decided again
   * @param differences how many of these came out otherwise
   * @param unreadable how many lines could not be read
   * @param first the first difference
   */
  public record Result(
      long decisions,
      long replayed,
      long differences,
      long unreadable,
      Optional<Difference> first) {}

  /**
   * Replays journals, one after the other.
   *
   * @throws dev.plimsoll.kube.InputException if one isn't a journal
   */
  public static Result of(List<Path> files) {
    JournalReplay replay = new JournalReplay();
    long unreadable =
        files.stream()
            .mapToLong(f -> JournalReader.read(f, (line, entry) -> replay.decide(f, line, entry)))
            .sum();
    return new Result(
        replay.decisions, replay.replayed, replay.differences, unreadable, replay.first);
  }

  private void decide(Path file, long line, JournalEntry entry) {
    decisions++;
    List<HoldCheck> checks = entry.decided().checks();
    if (checks.isEmpty()) {
      return;
    }
    replayed++;
    int passing = entry.decided().passing();
    String now = HoldCheck.held(checks, passing).map(HoldReason::text).orElse("");
    boolean wasBeyond = entry.decision().equals("beyond_share");
    boolean isBeyond = passing > 0 && HoldCheck.isBeyondShare(checks);
    boolean wasReserved = entry.decision().equals("reserved");
    if (!now.equals(entry.decided().held())
        || wasBeyond != isBeyond
        || wasReserved != HoldCheck.isReserved(checks)) {
      differences++;
      first = first.or(() -> Optional.of(new Difference(file, line, entry, now)));
    }
  }
}
