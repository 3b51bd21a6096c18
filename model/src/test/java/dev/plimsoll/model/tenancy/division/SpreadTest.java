package dev.plimsoll.model.tenancy.division;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SpreadTest {
  private static final Set<String> BOTH = Set.of("a", "b");

  @Test
  void whatIsInAPoolStaysThere() {
    Spread spread =
        Spread.of(
            Map.of("a", 4L, "b", 4L),
            Map.of("a", 8L, "b", 8L),
            List.of(new Source("x", 3, BOTH, Map.of("b", 3L)), new Source("y", 4, BOTH, Map.of())));

    assertThat(placed(spread, "x")).isEqualTo(Map.of("b", 3L));
    assertThat(placed(spread, "y").values().stream().mapToLong(u -> u).sum()).isEqualTo(4);
    assertThat(spread.beyond()).isEmpty();
  }

  @Test
  void whatCanMoveMakesRoomForWhatCanNot() {
    Spread spread =
        Spread.of(
            Map.of("a", 2L, "b", 4L),
            Map.of("a", 8L, "b", 8L),
            List.of(
                new Source("free", 2, BOTH, Map.of("a", 2L)),
                new Source("bound", 2, Set.of("a"), Map.of())));

    assertThat(placed(spread, "bound")).isEqualTo(Map.of("a", 2L));
    assertThat(placed(spread, "free")).isEqualTo(Map.of("b", 2L));
  }

  @Test
  void whatFindsNoPlaceGoesWhereNodesAreLargest() {
    Spread spread =
        Spread.of(
            Map.of("a", 2L, "b", 0L),
            Map.of("a", 4L, "b", 8L),
            List.of(new Source("x", 9, BOTH, Map.of())));

    assertThat(spread.beyond()).isEqualTo(Map.of("b", 7L));
  }

  @Test
  void amountsBeyondAnIntAreCountedInLargerUnits() {
    long much = 1L << 40;

    Spread spread =
        Spread.of(
            Map.of("a", much),
            Map.of("a", 8L),
            List.of(new Source("x", much + (1L << 36), Set.of("a"), Map.of())));

    assertThat(spread.beyond().getOrDefault("a", 0L)).isBetween(1L << 36, (1L << 36) + 8192);
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void noOtherWayIsCheaper(
      @ForAll @IntRange(max = 4) int a,
      @ForAll @IntRange(max = 4) int b,
      @ForAll @IntRange(max = 5) int x,
      @ForAll @IntRange(max = 5) int xInA,
      @ForAll @IntRange(max = 5) int y,
      @ForAll @IntRange(max = 5) int yInA) {
    Map<String, Long> sizes = Map.of("a", 4L, "b", 4L);
    Source first = source("x", x, xInA);
    Source second = source("y", y, yInA);

    Spread spread = Spread.of(Map.of("a", (long) a, "b", (long) b), sizes, List.of(first, second));

    long cheapest = Long.MAX_VALUE;
    for (long i = 0; i <= x; i++) {
      for (long j = 0; j <= y; j++) {
        cheapest = Math.min(cheapest, cost(a, b, first, i, second, j));
      }
    }
    assertThat(cost(a, b, first, inA(spread, "x"), second, inA(spread, "y"))).isEqualTo(cheapest);
  }

  private static Source source(String name, long units, long inA) {
    return new Source(
        name, units, BOTH, Map.of("a", Math.min(units, inA), "b", Math.max(0, units - inA)));
  }

  private static Map<String, Long> placed(Spread spread, String name) {
    return spread.placed().getOrDefault(name, Collections.emptySortedMap());
  }

  private static long inA(Spread spread, String name) {
    return placed(spread, name).getOrDefault("a", 0L);
  }

  private static long cost(long a, long b, Source x, long xInA, Source y, long yInA) {
    long beyond =
        Math.max(0, xInA + yInA - a) + Math.max(0, x.units() + y.units() - xInA - yInA - b);
    return 1000 * beyond + moved(x, xInA) + moved(y, yInA);
  }

  private static long moved(Source source, long inA) {
    return Math.abs(inA - source.present().getOrDefault("a", 0L));
  }
}
