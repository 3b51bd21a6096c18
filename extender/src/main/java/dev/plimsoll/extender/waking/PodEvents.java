package dev.plimsoll.extender.waking;

import dev.plimsoll.kube.live.StatusException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Writes notes about pods as events: one a pod and reason. While it goes on, the event's series is
 * updated, often enough that the event isn't forgotten and not more. What is new comes first.
 */
final class PodEvents {
  /** The API server keeps events for an hour by default. */
  private static final Duration UPDATED = Duration.ofMinutes(20);

  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERRORS = 500;

  private final Supplier<List<Note>> notes;
  private final Api api;
  private final Clock clock;
  private final String instance;
  private final Tokens tokens;
  private Map<Key, Told> told = new HashMap<>();

  private record Key(String uid, String reason) {
    static Key of(Note note) {
      return new Key(note.pod().metadata().uid(), note.reason());
    }
  }

  /** What was last told. */
  private record Told(long times, Instant when, boolean isWritten) {}

  PodEvents(
      Supplier<List<Note>> notes, Api api, Clock clock, String instance, long eventsPerSecond) {
    this.notes = notes;
    this.api = api;
    this.clock = clock;
    this.instance = instance;
    this.tokens = new Tokens(eventsPerSecond, clock.instant());
  }

  /**
   * Looks once and tells what has not been told.
   *
   * @throws StatusException if the server refused something; what it refused is tried again later
   */
  void look() throws StatusException {
    Map<Key, Told> still = new HashMap<>();
    List<Note> fresh = new ArrayList<>();
    List<Note> due = new ArrayList<>();
    Instant now = clock.instant();
    for (Note note : notes.get()) {
      Optional<Told> last = Optional.ofNullable(told.get(Key.of(note)));
      last.ifPresent(l -> still.put(Key.of(note), l));
      if (last.isEmpty()) {
        fresh.add(note);
      } else if (isDue(note, last.get(), now)) {
        due.add(note);
      }
    }
    told = still;
    fresh.addAll(due);
    tell(fresh);
  }

  private static boolean isDue(Note note, Told last, Instant now) {
    return note.times() > last.times() && !now.isBefore(last.when().plus(UPDATED));
  }

  private void tell(List<Note> some) throws StatusException {
    Optional<StatusException> refusal = Optional.empty();
    for (Note note : some) {
      Instant now = clock.instant();
      if (!tokens.take(now)) {
        break;
      }
      Told last = told.getOrDefault(Key.of(note), new Told(0, now, false));
      boolean isWritten = false;
      try {
        write(new PodEvent(note, now), last.isWritten());
        isWritten = true;
      } catch (StatusException e) {
        if (e.code() == TOO_MANY_REQUESTS || e.code() >= SERVER_ERRORS) {
          throw e;
        }
        refusal = Optional.of(e);
      }
      told.put(Key.of(note), new Told(note.times(), now, isWritten));
    }
    if (refusal.isPresent()) {
      throw refusal.get();
    }
  }

  private void write(PodEvent event, boolean isThere) throws StatusException {
    try {
      if (isThere) {
        repeat(event);
      } else {
        create(event);
      }
    } catch (StatusException e) {
      if (e.code() == StatusException.NOT_FOUND && isThere) {
        create(event);
      } else if (!Waking.isGone(e)) {
        throw e;
      }
    }
  }

  /** Creates the event; one that is there already is from before a restart. */
  private void create(PodEvent event) throws StatusException {
    try {
      api.write("POST", event.path(), event.created(instance));
    } catch (StatusException e) {
      if (e.code() != StatusException.CONFLICT) {
        throw e;
      }
      repeat(event);
    }
  }

  private void repeat(PodEvent event) throws StatusException {
    api.write("PATCH", event.path() + "/" + event.name(), event.repeated());
  }
}
