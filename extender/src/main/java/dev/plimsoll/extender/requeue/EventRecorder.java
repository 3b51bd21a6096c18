package dev.plimsoll.extender.requeue;

import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.periodic.TokenBucket;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Writes notes about objects as events: one an object and reason. While it goes on, the event's
 * series is updated, often enough that the event isn't forgotten and not more. What is new comes
 * first.
 */
final class EventRecorder {
  /** The API server keeps events for an hour by default. */
  private static final Duration UPDATE_INTERVAL = Duration.ofMinutes(20);

  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERRORS = 500;

  private final Supplier<List<Notice>> notices;
  private final ObjectWriter objectWriter;
  private final Clock clock;
  private final Ticker ticker;
  private final String instance;
  private final TokenBucket tokenBucket;
  private Map<Key, Recorded> recorded = new HashMap<>();

  private record Key(String uid, String reason) {
    static Key of(Notice notice) {
      return new Key(notice.metadata().uid(), notice.reason());
    }
  }

  /** The last event, and its time in nanoseconds. */
  private record Recorded(long times, long when, boolean isWritten) {}

  EventRecorder(
      Supplier<List<Notice>> notes,
      ObjectWriter objectWriter,
      Clock clock,
      Ticker ticker,
      String instance,
      long eventsPerSecond) {
    this.notices = notes;
    this.objectWriter = objectWriter;
    this.clock = clock;
    this.ticker = ticker;
    this.instance = instance;
    this.tokenBucket = new TokenBucket(eventsPerSecond, ticker);
  }

  /**
   * Looks once and tells what has not been told.
   *
   * @throws StatusException if the server denied something; what it denied is tried again later
   */
  void sync() throws StatusException {
    Map<Key, Recorded> still = new HashMap<>();
    List<Notice> fresh = new ArrayList<>();
    List<Notice> due = new ArrayList<>();
    for (Notice notice : notices.get()) {
      Optional<Recorded> last = Optional.ofNullable(recorded.get(Key.of(notice)));
      last.ifPresent(l -> still.put(Key.of(notice), l));
      if (last.isEmpty()) {
        fresh.add(notice);
      } else if (isDue(notice, last.get())) {
        due.add(notice);
      }
    }
    recorded = still;
    fresh.addAll(due);
    recordAll(fresh);
  }

  private boolean isDue(Notice notice, Recorded last) {
    return notice.times() > last.times()
        && ticker.read() - last.when() >= UPDATE_INTERVAL.toNanos();
  }

  private void recordAll(List<Notice> some) throws StatusException {
    Optional<StatusException> denial = Optional.empty();
    for (Notice notice : some) {
      if (!tokenBucket.take()) {
        break;
      }
      Recorded last = recorded.getOrDefault(Key.of(notice), new Recorded(0, 0, false));
      boolean isWritten = false;
      try {
        write(new NoticeEvent(notice, clock.instant()), last.isWritten());
        isWritten = true;
      } catch (StatusException e) {
        if (e.code() == TOO_MANY_REQUESTS || e.code() >= SERVER_ERRORS) {
          throw e;
        }
        denial = Optional.of(e);
      }
      recorded.put(Key.of(notice), new Recorded(notice.times(), ticker.read(), isWritten));
    }
    if (denial.isPresent()) {
      throw denial.get();
    }
  }

  private void write(NoticeEvent event, boolean isThere) throws StatusException {
    try {
      if (isThere) {
        repeat(event);
      } else {
        create(event);
      }
    } catch (StatusException e) {
      if (e.code() == StatusException.NOT_FOUND && isThere) {
        create(event);
      } else if (!e.isObjectGone() && !e.isNamespaceGone()) {
        throw e;
      }
    }
  }

  /** Creates the event. An event that exists already is from before a restart. */
  private void create(NoticeEvent event) throws StatusException {
    try {
      objectWriter.write("POST", event.path(), event.created(instance));
    } catch (StatusException e) {
      if (e.code() != StatusException.CONFLICT) {
        throw e;
      }
      repeat(event);
    }
  }

  private void repeat(NoticeEvent event) throws StatusException {
    objectWriter.write("PATCH", event.path() + "/" + event.name(), event.repeated());
  }
}
