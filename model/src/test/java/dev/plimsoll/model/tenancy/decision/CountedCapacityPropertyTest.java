package dev.plimsoll.model.tenancy.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.LostCapacity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Nodes that change pools, status and size, are cordoned, deleted and made again at random. */
class CountedCapacityPropertyTest {
  private static final Instant NOON = Instant.parse("2026-01-05T12:00:00Z");
  private static final Duration LONGEST = LostCapacity.DEFAULT.period();
  private static final Duration LONGEST_STEP = Duration.ofMinutes(30);
  private static final int NODES = 6;

  private final Map<String, List<NodeObservation>> pools = new HashMap<>();
  private final Set<String> elsewhere = new HashSet<>();

  /** When each node last had how many units, by its name. */
  private final Map<String, Map<Instant, Long>> had = new HashMap<>();

  @Property(tries = 1000)
  void never_more_counts_than_the_nodes_have_that_there_are_or_were_within_the_grace(
      @ForAll Random random) {
    Map<String, NodeState> state = Map.of();
    Instant now = NOON;
    had.clear();
    for (int step = 0; step < 12; step++) {
      now = now.plusSeconds(1 + random.nextInt((int) LONGEST_STEP.toSeconds()));
      observe(random, now);
      CountedCapacity counted = counted(state, now);

      assertThat(counted.units()).isLessThanOrEqualTo(most(now));
      assertThat(counted.units()).isGreaterThanOrEqualTo(counted.available());
      state = counted.next();
    }
  }

  @Property(tries = 300)
  void what_is_seen_again_at_once_changes_nothing(@ForAll Random random) {
    observe(random, NOON);
    CountedCapacity once = counted(Map.of(), NOON);
    CountedCapacity twice = counted(once.next(), NOON);

    assertThat(twice).isEqualTo(once);
  }

  /**
   * Returns what the nodes have had at most, within the longest time that a loss may count. A loss
   * counts from the first look at which it is seen.
   */
  private long most(Instant now) {
    Instant first = now.minus(LONGEST).minus(LONGEST_STEP);
    return had.values().stream()
        .mapToLong(
            units ->
                units.entrySet().stream()
                    .filter(u -> u.getKey().isAfter(first))
                    .mapToLong(Map.Entry::getValue)
                    .max()
                    .orElse(0))
        .sum();
  }

  private void observe(Random random, Instant now) {
    pools.clear();
    elsewhere.clear();
    for (int i = 0; i < NODES; i++) {
      String name = "n" + i;
      long units = random.nextInt(4) == 0 ? random.nextInt(9) : 8;
      List<NodeObservation> pool =
          pools.computeIfAbsent(random.nextInt(3) == 0 ? "b" : "a", p -> new ArrayList<>());
      int kind = random.nextInt(8);
      Optional<Instant> since =
          Optional.of(now.minusSeconds(random.nextInt(600))).filter(t -> random.nextBoolean());
      switch (kind) {
        case 0 -> units = 0;
        case 1 -> elsewhere.add(name);
        case 2 -> pool.add(new NodeObservation(name, 0, 0, Optional.empty(), units));
        case 3 -> pool.add(new NodeObservation(name, 0, units, since, 0));
        default -> pool.add(NodeObservation.available(name, units));
      }
      had.computeIfAbsent(name, n -> new HashMap<>()).put(now, units);
    }
  }

  private CountedCapacity counted(Map<String, NodeState> state, Instant now) {
    List<PoolObservation> seen = new ArrayList<>();
    pools.forEach((name, nodes) -> seen.add(PoolObservation.of(name, nodes)));
    return CountedCapacity.of(
        new ResourceObservation(
            DividedResource.of(ResourceName.of("nvidia.com/gpu")),
            seen,
            List.of(),
            Map.of(),
            List.of(),
            List.of(),
            elsewhere),
        state,
        LostCapacity.DEFAULT,
        now,
        Instant.EPOCH);
  }
}
