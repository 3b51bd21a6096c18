package dev.plimsoll.model.tenancy.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.tenancy.division.StepLimits;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class ConfirmedChangesPropertyTest {
  private static final int NAMES = 5;

  private final Map<String, Long> now = new TreeMap<>();
  private final Map<String, Long> decided = new TreeMap<>();

  @Property(edgeCases = EdgeCasesMode.NONE)
  void after_each_write_the_sum_is_at_most_what_it_was_or_what_was_decided(
      @ForAll("ceilings") List<Long> from,
      @ForAll("ceilings") List<Long> to,
      @ForAll @Size(NAMES) List<Boolean> refused,
      @ForAll @IntRange(max = 4) int hysteresis) {
    ConfirmedChanges changes = changes(from, to, hysteresis);
    long most = Math.max(sum(now), sum(decided));

    for (String name : changes.order()) {
      if (!refused.get(Integer.parseInt(name))) {
        changes.confirm(name, changes.next(name));
        assertThat(sum(changes.current())).isLessThanOrEqualTo(most);
      }
    }
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void no_raise_takes_the_sum_beyond_what_was_decided(
      @ForAll("ceilings") List<Long> from,
      @ForAll("ceilings") List<Long> to,
      @ForAll @Size(NAMES) List<Boolean> refused,
      @ForAll("ceilings") List<Long> found) {
    ConfirmedChanges changes = changes(from, to, 0);

    for (String name : changes.order()) {
      long next = changes.next(name);
      boolean raises = next > changes.current().getOrDefault(name, 0L);
      changes.confirm(
          name, refused.get(Integer.parseInt(name)) ? found.get(Integer.parseInt(name)) : next);
      if (raises && !refused.get(Integer.parseInt(name))) {
        assertThat(sum(changes.current())).isLessThanOrEqualTo(sum(decided));
      }
    }
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void raises_lose_as_much_as_refused_reductions_keep(
      @ForAll("ceilings") List<Long> from,
      @ForAll("ceilings") List<Long> to,
      @ForAll("ceilings") List<Long> used) {
    ConfirmedChanges changes = changes(from, to, 0);

    Map<String, Long> made = changes.makeAll(Map.of(), named(used));

    long kept = 0;
    long lost = 0;
    long raises = 0;
    for (String name : now.keySet()) {
      long more = made.getOrDefault(name, 0L) - decided.getOrDefault(name, 0L);
      kept += Math.max(0, more);
      lost += Math.max(0, -more);
      raises += Math.max(0, decided.getOrDefault(name, 0L) - now.getOrDefault(name, 0L));
    }
    assertThat(lost).isEqualTo(Math.min(kept, raises));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void without_refusals_all_is_made_as_decided(
      @ForAll("ceilings") List<Long> from,
      @ForAll("ceilings") List<Long> to,
      @ForAll @IntRange(max = 4) int hysteresis) {
    assertThat(changes(from, to, hysteresis).makeAll(Map.of(), Map.of())).isEqualTo(decided);
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void no_ceiling_leaves_the_way_from_what_it_was_to_what_was_decided(
      @ForAll("ceilings") List<Long> from,
      @ForAll("ceilings") List<Long> to,
      @ForAll("ceilings") List<Long> used) {
    Map<String, Long> made = changes(from, to, 0).makeAll(Map.of(), named(used));

    assertThat(made)
        .allSatisfy(
            (name, ceiling) -> {
              long before = now.getOrDefault(name, 0L);
              long then = decided.getOrDefault(name, 0L);
              assertThat(ceiling).isBetween(Math.min(before, then), Math.max(before, then));
            });
  }

  private ConfirmedChanges changes(List<Long> from, List<Long> to, long hysteresis) {
    now.clear();
    now.putAll(named(from));
    decided.clear();
    decided.putAll(named(to));
    return new ConfirmedChanges(now, decided, new StepLimits(hysteresis, Long.MAX_VALUE));
  }

  private static Map<String, Long> named(List<Long> ceilings) {
    Map<String, Long> named = new TreeMap<>();
    for (long ceiling : ceilings) {
      named.put(Integer.toString(named.size()), ceiling);
    }
    return named;
  }

  private static long sum(Map<String, Long> ceilings) {
    return ceilings.values().stream().mapToLong(Long::longValue).sum();
  }

  @Provide
  Arbitrary<List<Long>> ceilings() {
    return Arbitraries.longs().between(0, 20).list().ofSize(NAMES);
  }
}
