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

class PoolAssignmentTest {
  private static final Set<String> BOTH = Set.of("a", "b");

  @Test
  void what_is_in_a_pool_stays_there() {
    PoolAssignment poolAssignment =
        PoolAssignment.of(
            Map.of("a", 4L, "b", 4L),
            Map.of("a", 8L, "b", 8L),
            List.of(
                new AssignableUnits("x", 3, BOTH, Map.of("b", 3L)),
                new AssignableUnits("y", 4, BOTH, Map.of())));

    assertThat(placed(poolAssignment, "x")).isEqualTo(Map.of("b", 3L));
    assertThat(placed(poolAssignment, "y").values().stream().mapToLong(u -> u).sum()).isEqualTo(4);
    assertThat(poolAssignment.beyond()).isEmpty();
  }

  @Test
  void what_can_move_makes_room_for_what_can_not() {
    PoolAssignment poolAssignment =
        PoolAssignment.of(
            Map.of("a", 2L, "b", 4L),
            Map.of("a", 8L, "b", 8L),
            List.of(
                new AssignableUnits("free", 2, BOTH, Map.of("a", 2L)),
                new AssignableUnits("bound", 2, Set.of("a"), Map.of())));

    assertThat(placed(poolAssignment, "bound")).isEqualTo(Map.of("a", 2L));
    assertThat(placed(poolAssignment, "free")).isEqualTo(Map.of("b", 2L));
  }

  @Test
  void what_finds_no_place_goes_where_nodes_are_largest() {
    PoolAssignment poolAssignment =
        PoolAssignment.of(
            Map.of("a", 2L, "b", 0L),
            Map.of("a", 4L, "b", 8L),
            List.of(new AssignableUnits("x", 9, BOTH, Map.of())));

    assertThat(poolAssignment.beyond()).isEqualTo(Map.of("b", 7L));
  }

  @Test
  void amounts_beyond_an_int_are_counted_in_larger_units() {
    long much = 1L << 40;

    PoolAssignment poolAssignment =
        PoolAssignment.of(
            Map.of("a", much),
            Map.of("a", 8L),
            List.of(new AssignableUnits("x", much + (1L << 36), Set.of("a"), Map.of())));

    assertThat(poolAssignment.beyond().getOrDefault("a", 0L))
        .isBetween(1L << 36, (1L << 36) + 8192);
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void no_other_way_is_cheaper(
      @ForAll @IntRange(max = 4) int a,
      @ForAll @IntRange(max = 4) int b,
      @ForAll @IntRange(max = 5) int x,
      @ForAll @IntRange(max = 5) int xInA,
      @ForAll @IntRange(max = 5) int y,
      @ForAll @IntRange(max = 5) int yInA) {
    Map<String, Long> sizes = Map.of("a", 4L, "b", 4L);
    AssignableUnits first = source("x", x, xInA);
    AssignableUnits second = source("y", y, yInA);

    PoolAssignment poolAssignment =
        PoolAssignment.of(Map.of("a", (long) a, "b", (long) b), sizes, List.of(first, second));

    long cheapest = Long.MAX_VALUE;
    for (long i = 0; i <= x; i++) {
      for (long j = 0; j <= y; j++) {
        cheapest = Math.min(cheapest, cost(a, b, first, i, second, j));
      }
    }
    assertThat(cost(a, b, first, inA(poolAssignment, "x"), second, inA(poolAssignment, "y")))
        .isEqualTo(cheapest);
  }

  private static AssignableUnits source(String name, long units, long inA) {
    return new AssignableUnits(
        name, units, BOTH, Map.of("a", Math.min(units, inA), "b", Math.max(0, units - inA)));
  }

  private static Map<String, Long> placed(PoolAssignment poolAssignment, String name) {
    return poolAssignment.assigned().getOrDefault(name, Collections.emptySortedMap());
  }

  private static long inA(PoolAssignment poolAssignment, String name) {
    return placed(poolAssignment, name).getOrDefault("a", 0L);
  }

  private static long cost(
      long a, long b, AssignableUnits x, long xInA, AssignableUnits y, long yInA) {
    long beyond =
        Math.max(0, xInA + yInA - a) + Math.max(0, x.units() + y.units() - xInA - yInA - b);
    return 1000 * beyond + moved(x, xInA) + moved(y, yInA);
  }

  private static long moved(AssignableUnits assignableUnits, long inA) {
    return Math.abs(inA - assignableUnits.current().getOrDefault("a", 0L));
  }
}
