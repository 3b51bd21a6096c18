package dev.plimsoll.kube.watch;

import java.time.Duration;
import java.util.Optional;

/**
 * How one kind is kept current.
 *
 * @param state how far it has been read
 * @param silence how long ago the server last sent anything: a list, a change or a bookmark
 * @param failures how many attempts failed since
 * @param problem what failed last, as a sentence; empty when nothing did
 * @param lists how often all objects were listed
 * @param events how many changes the server sent
 * @param unreadable how many objects couldn't be read and are skipped
 */
public record InformerHealth(
    State state,
    Optional<Duration> silence,
    int failures,
    String problem,
    long lists,
    long events,
    long unreadable) {

  /** How far a kind has been read. */
  public enum State {
    /** Not yet. */
    UNREAD,
    /** The kind may not be read and is left out. */
    LEFT_OUT,
    /** Its objects have been listed once. */
    SYNCED,
    /** So have these, but what the server says of them since is doubtful and doesn't count yet. */
    DOUBTED
  }

  static final InformerHealth NEW =
      new InformerHealth(State.UNREAD, Optional.empty(), 0, "", 0, 0, 0);

  /** Returns whether its objects have been listed once. */
  public boolean synced() {
    return state == State.SYNCED || state == State.DOUBTED;
  }

  InformerHealth withSilence(Optional<Duration> silence) {
    return new InformerHealth(state, silence, failures, problem, lists, events, unreadable);
  }

  InformerHealth listed() {
    return new InformerHealth(State.SYNCED, silence, 0, "", lists + 1, events, unreadable);
  }

  /** Returns the health after a doubtful list; the objects read before still count. */
  InformerHealth doubted(String sentence) {
    return new InformerHealth(
        State.DOUBTED, silence, failures + 1, sentence, lists, events, unreadable);
  }

  /** A server that doesn't serve the kind has no objects of it. */
  InformerHealth notServed() {
    return new InformerHealth(State.SYNCED, silence, 0, "", lists, events, unreadable);
  }

  /**
   * Returns the health of a kind that can't be read. If it was listed before, its objects still
   * count and the attempt has failed.
   */
  InformerHealth leftOut(String sentence) {
    return synced()
        ? failed(sentence)
        : new InformerHealth(State.LEFT_OUT, silence, 0, "", lists, events, unreadable);
  }

  InformerHealth received(int changes) {
    return new InformerHealth(state, silence, 0, "", lists, events + changes, unreadable);
  }

  InformerHealth failed(String sentence) {
    return new InformerHealth(state, silence, failures + 1, sentence, lists, events, unreadable);
  }

  InformerHealth skipped() {
    return new InformerHealth(state, silence, failures, problem, lists, events, unreadable + 1);
  }
}
