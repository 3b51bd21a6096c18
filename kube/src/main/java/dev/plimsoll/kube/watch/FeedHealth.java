package dev.plimsoll.kube.watch;

import java.time.Instant;
import java.util.Optional;

/**
 * How one kind is kept current.
 *
 * @param synced whether its objects have been listed once
 * @param lastHeard when the server last sent anything: a list, a change or a bookmark
 * @param failures how many attempts failed since
 * @param problem what failed last, as a sentence; empty when nothing did
 * @param lists how often all objects were listed
 * @param events how many changes the server sent
 * @param unreadable how many objects couldn't be read and are left out
 */
public record FeedHealth(
    boolean synced,
    Optional<Instant> lastHeard,
    int failures,
    String problem,
    long lists,
    long events,
    long unreadable) {

  static final FeedHealth NEW = new FeedHealth(false, Optional.empty(), 0, "", 0, 0, 0);

  FeedHealth listed(Instant now) {
    return new FeedHealth(true, Optional.of(now), 0, "", lists + 1, events, unreadable);
  }

  /** A server that doesn't serve the kind has no objects of it. */
  FeedHealth missing(Instant now) {
    return new FeedHealth(true, Optional.of(now), 0, "", lists, events, unreadable);
  }

  FeedHealth heard(Instant now, int changes) {
    return new FeedHealth(synced, Optional.of(now), 0, "", lists, events + changes, unreadable);
  }

  FeedHealth failed(String sentence) {
    return new FeedHealth(synced, lastHeard, failures + 1, sentence, lists, events, unreadable);
  }

  FeedHealth leftOut() {
    return new FeedHealth(synced, lastHeard, failures, problem, lists, events, unreadable + 1);
  }
}
