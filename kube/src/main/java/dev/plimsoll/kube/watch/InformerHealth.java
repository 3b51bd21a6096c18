package dev.plimsoll.kube.watch;

import java.time.Instant;
import java.util.Optional;

/**
 * How one kind is kept current.
 *
 * @param synced whether its objects have been listed once
 * @param lastReceived when the server last sent anything: a list, a change or a bookmark
 * @param failures how many attempts failed since
 * @param problem what failed last, as a sentence; empty when nothing did
 * @param lists how often all objects were listed
 * @param events how many changes the server sent
 * @param unreadable how many objects couldn't be read and are skipped
 */
public record InformerHealth(
    boolean synced,
    Optional<Instant> lastReceived,
    int failures,
    String problem,
    long lists,
    long events,
    long unreadable) {

  static final InformerHealth NEW = new InformerHealth(false, Optional.empty(), 0, "", 0, 0, 0);

  InformerHealth listed(Instant now) {
    return new InformerHealth(true, Optional.of(now), 0, "", lists + 1, events, unreadable);
  }

  /** A server that doesn't serve the kind has no objects of it. */
  InformerHealth notServed(Instant now) {
    return new InformerHealth(true, Optional.of(now), 0, "", lists, events, unreadable);
  }

  InformerHealth received(Instant now, int changes) {
    return new InformerHealth(synced, Optional.of(now), 0, "", lists, events + changes, unreadable);
  }

  InformerHealth failed(String sentence) {
    return new InformerHealth(
        synced, lastReceived, failures + 1, sentence, lists, events, unreadable);
  }

  InformerHealth skipped() {
    return new InformerHealth(
        synced, lastReceived, failures, problem, lists, events, unreadable + 1);
  }
}
