package dev.plimsoll.model.tenancy.plan;

import dev.plimsoll.model.tenancy.division.StepLimits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Carries out what was decided for the ceilings of one resource, in whole units, write by write.
 *
 * <p>Reductions are written first. Raises then use only the units that stored reductions have
 * freed, and a raise never takes the sum of the ceilings beyond the decided sum. After every single
 * write, even if others failed, the sum is at most the larger of the former sum and the decided
 * sum. A raise that has to be cut to less than the hysteresis isn't made.
 *
 * <p>Where there is no ceiling, the caller gives what is used in its place.
 */
public final class ConfirmedChanges {
  private final SortedMap<String, Long> decided;
  private final SortedMap<String, Long> current;
  private final StepLimits stepLimits;
  private BigInteger headroom = BigInteger.ZERO;

  /**
   * Begins with the ceilings there are.
   *
   * @param now the ceilings, by name
   * @param decided where they are to be, by name; the others stay
   * @throws IllegalArgumentException if something is decided for a name that is not in {@code now}
   */
  public ConfirmedChanges(Map<String, Long> now, Map<String, Long> decided, StepLimits stepLimits) {
    this.current = new TreeMap<>(now);
    this.decided = new TreeMap<>(now);
    this.decided.putAll(decided);
    this.stepLimits = stepLimits;
    if (!now.keySet().containsAll(decided.keySet())) {
      throw new IllegalArgumentException(
          "changes of " + decided.keySet() + ", but ceilings of " + now.keySet() + " only");
    }
    current.forEach((name, ceiling) -> headroom = headroom.add(minus(decided(name), ceiling)));
  }

  /** Returns whether a reduction is outdated: more is used by now than then, and than decided. */
  public static boolean isOutdated(long decided, long usedThen, long usedNow) {
    return usedNow > decided && usedNow > usedThen;
  }

  /** Returns the names in the order to write them: reductions, then raises, the largest first. */
  public List<String> order() {
    List<String> names = new ArrayList<>(current.keySet());
    names.removeIf(n -> decided(n) == current(n));
    names.sort(
        Comparator.comparing((String n) -> decided(n) > current(n))
            .thenComparing(n -> Math.abs(decided(n) - current(n)), Comparator.reverseOrder())
            .thenComparing(Comparator.naturalOrder()));
    return names;
  }

  /** Returns where a ceiling may be put now; where it is if it has to stay. */
  public long next(String name) {
    long from = current(name);
    long to = decided(name);
    if (to <= from) {
      return to;
    }
    long raise = headroom.max(BigInteger.ZERO).min(minus(to, from)).longValueExact();
    boolean whole = raise == to - from;
    return whole || !stepLimits.isTooSmall(raise) ? from + raise : from;
  }

  /** Notes where a ceiling is by now: what was stored, or what was found instead. */
  public void confirm(String name, long ceiling) {
    headroom = headroom.add(minus(current(name), ceiling));
    current.put(name, ceiling);
  }

  /** Returns where the ceilings are by now, by name. */
  public SortedMap<String, Long> current() {
    return Collections.unmodifiableSortedMap(current);
  }

  /**
   * Makes all changes, except reductions below the present usage; returns the ceilings.
   *
   * @param usedThen what was used when it was decided, by name
   * @param usedNow what is used when it is written, by name
   */
  public SortedMap<String, Long> makeAll(Map<String, Long> usedThen, Map<String, Long> usedNow) {
    for (String name : order()) {
      long to = next(name);
      boolean reduces = to < current(name);
      if (!reduces
          || !isOutdated(to, usedThen.getOrDefault(name, 0L), usedNow.getOrDefault(name, 0L))) {
        confirm(name, to);
      }
    }
    return current();
  }

  private long decided(String name) {
    return decided.getOrDefault(name, 0L);
  }

  private long current(String name) {
    return current.getOrDefault(name, 0L);
  }

  private static BigInteger minus(long minuend, long subtrahend) {
    return BigInteger.valueOf(minuend).subtract(BigInteger.valueOf(subtrahend));
  }
}
