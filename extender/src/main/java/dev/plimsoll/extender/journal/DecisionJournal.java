package dev.plimsoll.extender.journal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The last decisions, in memory: so many, and fewer if they are large. What is kept of each are
 * values that there were anyway, so that a decision hardly pays for it.
 */
public final class DecisionJournal {
  private static final long MOST_BYTES = 16 << 20;

  private final int most;
  private final Clock clock;
  private final Supplier<Optional<Duration>> dataAge;

  @GuardedBy("this")
  private final Deque<JournalEntry> entries = new ArrayDeque<>();

  @GuardedBy("this")
  private long bytes;

  @GuardedBy("this")
  private long count;

  /**
   * Makes an empty one.
   *
   * @param most how many decisions are kept
   * @param dataAge for how long the API server has sent nothing of some kind
   */
  public DecisionJournal(int most, Clock clock, Supplier<Optional<Duration>> dataAge) {
    this.most = most;
    this.clock = clock;
    this.dataAge = dataAge;
  }

  /** Adds a decision. */
  public void add(String verb, String decision, Decided decided, Duration took) {
    Optional<Duration> age = dataAge.get();
    synchronized (this) {
      count++;
      JournalEntry entry =
          new JournalEntry(count, clock.instant(), verb, decision, decided, took, age);
      entries.addLast(entry);
      bytes += entry.bytes();
      while (entries.size() > most || bytes > MOST_BYTES) {
        bytes -= entries.removeFirst().bytes();
      }
    }
  }

  /** Returns how many decisions there have been. */
  public synchronized long count() {
    return count;
  }

  /** Returns what is kept of the decisions after that number, the oldest first. */
  synchronized List<JournalEntry> after(long number) {
    List<JournalEntry> after = new ArrayList<>();
    Iterator<JournalEntry> latest = entries.descendingIterator();
    while (latest.hasNext()) {
      JournalEntry entry = latest.next();
      if (entry.number() <= number) {
        break;
      }
      after.add(entry);
    }
    Collections.reverse(after);
    return after;
  }

  /** Returns the last so many decisions of those, the latest first. */
  public List<JournalEntry> latest(Predicate<JournalEntry> chosen, int limit) {
    List<JournalEntry> all = after(0);
    Collections.reverse(all);
    return all.stream().filter(chosen).limit(limit).toList();
  }
}
