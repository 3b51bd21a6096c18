package dev.plimsoll.extender.journal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.extender.config.JournalSettings;
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
 * The last decisions, in memory: a number of them, and fewer if they are large. An entry keeps
 * values that the decision made anyway, so that a decision hardly pays for it.
 */
public final class DecisionJournal {
  private static final long MOST_BYTES = 16 << 20;

  private static final Grounds NO_FILE = new Grounds.Unrecorded("there was no journal file");

  private final int most;
  private final boolean keepsGrounds;
  private final Clock clock;
  private final Supplier<Optional<Duration>> dataAge;

  @GuardedBy("this")
  private final Deque<JournalEntry> entries = new ArrayDeque<>();

  @GuardedBy("this")
  private long bytes;

  @GuardedBy("this")
  private long count;

  /**
   * Creates an empty journal. Grounds are kept only if they are written to a file.
   *
   * @param dataAge for how long the API server has sent nothing of some kind
   */
  public DecisionJournal(
      JournalSettings settings, Clock clock, Supplier<Optional<Duration>> dataAge) {
    this.most = settings.decisions();
    this.keepsGrounds = settings.file().isPresent();
    this.clock = clock;
    this.dataAge = dataAge;
  }

  /** Adds a decision. */
  public void add(
      String verb, String decision, Decided decided, Supplier<Grounds> grounds, Duration took) {
    Optional<Duration> age = dataAge.get();
    Grounds kept = keepsGrounds ? grounds.get() : NO_FILE;
    synchronized (this) {
      count++;
      JournalEntry entry =
          new JournalEntry(count, clock.instant(), verb, decision, decided, took, age, kept);
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

  /** Returns the kept decisions after that number, the oldest first. */
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

  /** Returns at most this number of these decisions, the latest first. */
  public List<JournalEntry> latest(Predicate<JournalEntry> chosen, int limit) {
    List<JournalEntry> all = after(0);
    Collections.reverse(all);
    return all.stream().filter(chosen).limit(limit).toList();
  }
}
