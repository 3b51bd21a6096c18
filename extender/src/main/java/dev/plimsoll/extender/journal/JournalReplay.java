package dev.plimsoll.extender.journal;

import dev.plimsoll.extender.accounting.BindCheck;
import dev.plimsoll.extender.accounting.HoldCheck;
import dev.plimsoll.extender.accounting.HoldReason;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Decides the entries of journals again, by the rules of this version and the recorded amounts, and
 * compares the answers. How the amounts came about is not in a journal.
 */
public final class JournalReplay {
  private static final String NOTHING_APPLIES =
      "no gang, quota, share or reservation applied to the pod";

  private long decisions;
  private long replayed;
  private long differences;
  private final Map<String, Long> skipped = new TreeMap<>();
  private Optional<Difference> first = Optional.empty();

  private JournalReplay() {}

  /**
   * A decision that this version makes differently.
   *
   * @param file the journal's file
   * @param line the decision's line, from 1
   * @param entry the decision
   * @param recorded the recorded answer, in words
   * @param now the answer of this version
   */
  public record Difference(Path file, long line, JournalEntry entry, String recorded, String now) {}

  /**
   * The result of a replay.
   *
   * @param decisions how many decisions the journals have
   * @param replayed how many of them were decided again
   * @param differences how many of these came out differently
   * @param unreadable how many lines could not be read
   * @param skipped how many decisions can't be repeated, by the reason, with their verb
   * @param first the first difference
   */
  public record Result(
      long decisions,
      long replayed,
      long differences,
      long unreadable,
      Map<String, Long> skipped,
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
        replay.decisions,
        replay.replayed,
        replay.differences,
        unreadable,
        replay.skipped,
        replay.first);
  }

  /** An answer as it was recorded and as it is now, in words. */
  private record Answers(String recorded, String now) {}

  private void decide(Path file, long line, JournalEntry entry) {
    decisions++;
    Optional<String> problem = problem(entry);
    if (problem.isPresent()) {
      skipped.merge(entry.verb() + ": " + problem.get(), 1L, Long::sum);
      return;
    }
    replayed++;
    Answers answers = answers(entry);
    if (!answers.recorded().equals(answers.now())) {
      differences++;
      first =
          first.or(
              () ->
                  Optional.of(
                      new Difference(file, line, entry, answers.recorded(), answers.now())));
    }
  }

  /** Returns why the decision can't be repeated; empty if it can. */
  private static Optional<String> problem(JournalEntry entry) {
    if (entry.grounds() instanceof Grounds.Unrecorded unrecorded) {
      return Optional.of(unrecorded.why());
    }
    return entry.grounds() instanceof Grounds.Checks && entry.decided().checks().isEmpty()
        ? Optional.of(NOTHING_APPLIES)
        : Optional.empty();
  }

  private static Answers answers(JournalEntry entry) {
    Decided decided = entry.decided();
    if (entry.grounds() instanceof Grounds.Scores scores) {
      return new Answers(text(scores.recorded()), text(scores.now()));
    }
    if (entry.grounds() instanceof Grounds.Evictions evictions) {
      return new Answers(text(evictions.allowed()), text(evictions.choice().nodes()));
    }
    if (entry.grounds() instanceof Grounds.Binding binding) {
      String now = new BindCheck(decided.checks(), binding.resources()).rejection();
      return new Answers(ofBinding(decided.held()), ofBinding(now));
    }
    return new Answers(
        ofFilter(
            decided.held(),
            entry.decision().equals("reserved"),
            entry.decision().equals("beyond_share")),
        ofFilter(
            HoldCheck.held(decided.checks(), decided.passing()).map(HoldReason::text).orElse(""),
            HoldCheck.isReserved(decided.checks()),
            decided.passing() > 0 && HoldCheck.isBeyondShare(decided.checks())));
  }

  private static String text(int[] scores) {
    return "scores " + Arrays.toString(scores);
  }

  private static String text(Set<String> nodes) {
    return nodes.isEmpty() ? "no evictions" : "evictions on " + new TreeSet<>(nodes);
  }

  private static String ofBinding(String rejection) {
    return rejection.isEmpty() ? "bound" : rejection;
  }

  private static String ofFilter(String held, boolean isReserved, boolean isBeyond) {
    String rest =
        isReserved ? "every node is reserved" : isBeyond ? "beyond its share" : "not held";
    return held.isEmpty() ? rest : held;
  }
}
