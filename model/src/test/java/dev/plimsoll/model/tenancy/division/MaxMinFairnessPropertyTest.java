package dev.plimsoll.model.tenancy.division;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class MaxMinFairnessPropertyTest {
  private static final List<String> POOLS = List.of("a", "b", "c", "d");

  @Example
  void the_example_of_the_documentation_holds() {
    Map<String, Long> pools = Map.of("a", 11L);
    List<Claimant> claimants =
        List.of(claimant("a", 1, 2), claimant("b", 1, 6), claimant("c", 2, 9));

    assertThat(MaxMinFairness.divide(pools, 0, claimants).shares())
        .isEqualTo(Map.of("a", 2L, "b", 3L, "c", 6L));
  }

  private static Claimant claimant(String tenant, long weight, long demanded) {
    return new Claimant(
        new Claim(tenant, weight, 0, Claim.MAX_UNITS),
        List.of(new UnitDemand(demanded, Set.of("a"))),
        Set.of("a"));
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void the_division_is_the_one_of_handing_out_units_one_by_one(
      @ForAll("pools") SortedMap<String, Long> pools,
      @ForAll("claimants") List<Claimant> claimants,
      @ForAll @IntRange(max = 3) int reserve) {
    long held = Math.min(reserve, all(pools));

    assertThat(MaxMinFairness.divide(pools, held, claimants))
        .isEqualTo(UnitByUnitMaxMin.divide(pools, held, claimants));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void in_one_pool_the_division_is_that_beside_an_empty_pool(
      @ForAll @IntRange(max = 30) int units,
      @ForAll("claimants") List<Claimant> claimants,
      @ForAll @IntRange(max = 3) int reserve) {
    SortedMap<String, Long> one = new TreeMap<>(Map.of("a", (long) units));
    SortedMap<String, Long> two = new TreeMap<>(Map.of("a", (long) units, "z", 0L));
    long held = Math.min(reserve, units);

    assertThat(MaxMinFairness.divide(one, held, claimants))
        .isEqualTo(MaxMinFairness.divide(two, held, claimants));
    if (units <= 12) {
      assertThat(MaxMinFairness.divide(one, held, claimants))
          .isEqualTo(UnitByUnitMaxMin.divide(one, held, claimants));
    }
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void nobody_loses_when_a_pool_grows(
      @ForAll("pools") SortedMap<String, Long> pools,
      @ForAll("claimants") List<Claimant> claimants,
      @ForAll @IntRange(max = 3) int which,
      @ForAll @IntRange(min = 1, max = 3) int more,
      @ForAll @IntRange(max = 3) int reserve) {
    long held = Math.min(reserve, all(pools));
    SortedMap<String, Long> grown = new TreeMap<>(pools);
    grown.merge(POOLS.get(which), (long) more, Long::sum);

    Apportionment before = MaxMinFairness.divide(pools, held, claimants);
    Apportionment after = MaxMinFairness.divide(grown, held, claimants);

    before
        .shares()
        .forEach((t, share) -> assertThat(after.of(t)).as(t).isGreaterThanOrEqualTo(share));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void nothing_is_given_that_is_not_there_and_nothing_is_left_that_somebody_may_have(
      @ForAll("pools") SortedMap<String, Long> pools,
      @ForAll("claimants") List<Claimant> claimants) {
    Apportionment divided = MaxMinFairness.divide(pools, 0, claimants);

    assertThat(divided.given()).isLessThanOrEqualTo(all(pools));
    assertThat(claimants)
        .allSatisfy(
            a -> assertThat(divided.of(a.tenant())).isLessThanOrEqualTo(a.claim().ceiling()));
    boolean open =
        claimants.stream()
            .anyMatch(
                a ->
                    a.claim().weight() > 0
                        && a.reach().containsAll(POOLS)
                        && divided.of(a.tenant()) < a.claim().ceiling());
    assertThat(open && divided.left() > 0).isFalse();
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void the_order_of_claimants_does_not_matter(
      @ForAll("pools") SortedMap<String, Long> pools,
      @ForAll("claimants") List<Claimant> claimants,
      @ForAll Random random) {
    List<Claimant> shuffled = new ArrayList<>(claimants);
    Collections.shuffle(shuffled, random);

    assertThat(MaxMinFairness.divide(pools, 0, shuffled))
        .isEqualTo(MaxMinFairness.divide(pools, 0, claimants));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void with_one_pool_the_asked_for_is_divided_by_weight(
      @ForAll("claimants") List<Claimant> claimants, @ForAll @IntRange(max = 20) int units) {
    List<Claim> claims =
        claimants.stream()
            .map(
                a ->
                    new Claim(
                        a.tenant(),
                        a.claim().weight(),
                        0,
                        Math.min(a.demanded(), a.claim().ceiling())))
            .toList();
    List<Claimant> anywhere =
        claimants.stream()
            .map(
                a ->
                    new Claimant(
                        new Claim(a.tenant(), a.claim().weight(), 0, a.claim().ceiling()),
                        List.of(new UnitDemand(a.demanded(), Set.of("one"))),
                        Set.of()))
            .toList();

    Apportionment divided =
        MaxMinFairness.divide(new TreeMap<>(Map.of("one", (long) units)), 0, anywhere);

    assertThat(divided).isEqualTo(ProportionalDivision.divide(units, claims));
  }

  private static long all(SortedMap<String, Long> pools) {
    return pools.values().stream().mapToLong(Long::longValue).sum();
  }

  @Provide
  Arbitrary<SortedMap<String, Long>> pools() {
    return Arbitraries.longs()
        .between(0, 6)
        .list()
        .ofSize(POOLS.size())
        .map(
            sizes -> {
              SortedMap<String, Long> pools = new TreeMap<>();
              for (String pool : POOLS) {
                pools.put(pool, sizes.get(pools.size()));
              }
              return pools;
            });
  }

  @Provide
  Arbitrary<List<Claimant>> claimants() {
    Arbitrary<Set<String>> some = Arbitraries.of(POOLS).set().ofMaxSize(3);
    Arbitrary<List<UnitDemand>> asks =
        Combinators.combine(Arbitraries.longs().between(0, 5), some)
            .as(UnitDemand::new)
            .list()
            .ofMaxSize(3);
    Arbitrary<Claim> bounds =
        Combinators.combine(
                Arbitraries.longs().between(0, 4),
                Arbitraries.longs().between(0, 3),
                Arbitraries.longs().between(0, 12))
            .as((w, g, c) -> new Claim("", w, Math.min(g, c), c));
    return Combinators.combine(bounds, asks, some)
        .as(Claimant::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(7)
        .map(MaxMinFairnessPropertyTest::named);
  }

  private static List<Claimant> named(List<Claimant> claimants) {
    List<Claimant> named = new ArrayList<>();
    for (Claimant a : claimants) {
      Claim b = a.claim();
      named.add(
          new Claimant(
              new Claim("t" + (3 * named.size() % 7), b.weight(), b.floor(), b.ceiling()),
              a.demands(),
              a.reach()));
    }
    return named;
  }
}
