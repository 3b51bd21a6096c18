package dev.plimsoll.extender.scheduler;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.function.Function;

/**
 * Holds the state that is in use. Decisions replace it one after the other; whoever looks at it
 * waits for nobody.
 */
final class StateHolder<S> {
  /** Replaced while {@code this} is locked. */
  private volatile S state;

  StateHolder(S state) {
    this.state = state;
  }

  /**
   * The result of a decision.
   *
   * @param next the state that takes the place of the one that was decided on
   * @param answer the answer
   */
  record Decision<S, T>(S next, T answer) {}

  S get() {
    return state;
  }

  /** Decides on the state in use, puts the next one in its place, and returns the answer. */
  @CanIgnoreReturnValue
  synchronized <T> T decide(Function<S, Decision<S, T>> rule) {
    Decision<S, T> decision = rule.apply(state);
    state = decision.next();
    return decision.answer();
  }
}
