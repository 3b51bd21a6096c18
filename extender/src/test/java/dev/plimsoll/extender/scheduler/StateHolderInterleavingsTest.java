package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.extender.scheduler.StateHolder.Decision;
import java.util.function.Function;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * Lincheck chooses where threads are switched and compares what decisions and looks return with
 * what they return one after the other.
 */
class StateHolderInterleavingsTest {
  private static void check(Class<?> calls) {
    new ModelCheckingOptions()
        .iterations(10)
        .invocationsPerIteration(300)
        .threads(2)
        .actorsPerThread(2)
        .check(calls);
  }

  /** Decisions that count, and looks at the count. */
  public static class Calls {
    private final StateHolder<Long> holder = new StateHolder<>(0L);

    /** Returns the count that was decided on. */
    @Operation
    public long decide() {
      return holder.decide(count -> new Decision<>(count + 1, count));
    }

    /** Returns the count. */
    @Operation
    public long look() {
      return holder.get();
    }
  }

  /** The same by a holder that guards nothing. */
  public static class UnguardedCalls {
    private volatile long state;

    /** Returns the count that was decided on. */
    @Operation
    public long decide() {
      Function<Long, Decision<Long, Long>> rule = count -> new Decision<>(count + 1, count);
      Decision<Long, Long> decision = rule.apply(state);
      state = decision.next();
      return decision.answer();
    }

    /** Returns the count. */
    @Operation
    public long look() {
      return state;
    }
  }

  @Test
  void decisions_and_looks_at_once_return_what_they_return_one_after_the_other() {
    check(Calls.class);
  }

  @Test
  void lincheck_finds_that_decisions_are_not_guarded() {
    assertThatThrownBy(() -> check(UnguardedCalls.class))
        .isInstanceOf(LincheckAssertionError.class);
  }
}
