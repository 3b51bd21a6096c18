package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.model.whatif.Lazy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Results that alike pods share, each computed once. Pods are alike if the scheduler gave them the
 * very same result, and if all else that a computation reads is in its key. Safe for use by several
 * threads.
 */
public final class SharedResults {
  private final Map<Object, Lazy<Object>> known = new ConcurrentHashMap<>();

  /**
   * A result of the scheduler, compared by identity: comparing the diagnoses of all nodes would
   * cost more than sharing saves.
   *
   * @param result the result
   */
  public record Same(ScheduleResult result) {
    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean equals(@Nullable Object other) {
      return other instanceof Same same && same.result == result;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(result);
    }
  }

  /**
   * Returns a result, computed on first use.
   *
   * @param key equals the keys of equal results; its type determines that of the result
   */
  @SuppressWarnings("unchecked")
  public <T> T of(Object key, Supplier<T> result) {
    return (T) known.computeIfAbsent(key, k -> new Lazy<Object>(result::get)).get();
  }
}
