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
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class MaxMinPropertyTest {
  private static final List<String> POOLS = List.of("a", "b", "c", "d");

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void theDivisionIsTheOneOfHandingOutUnitsOneByOne(
      @ForAll("pools") SortedMap<String, Long> pools,
      @ForAll("askers") List<Asker> askers,
      @ForAll @IntRange(max = 3) int reserve) {
    long held = Math.min(reserve, all(pools));

    assertThat(MaxMin.divide(pools, held, askers)).isEqualTo(OneByOne.divide(pools, held, askers));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void nobodyLosesWhenAPoolGrows(
      @ForAll("pools") SortedMap<String, Long> pools,
      @ForAll("askers") List<Asker> askers,
      @ForAll @IntRange(max = 3) int which,
      @ForAll @IntRange(min = 1, max = 3) int more,
      @ForAll @IntRange(max = 3) int reserve) {
    long held = Math.min(reserve, all(pools));
    SortedMap<String, Long> grown = new TreeMap<>(pools);
    grown.merge(POOLS.get(which), (long) more, Long::sum);

    Apportionment before = MaxMin.divide(pools, held, askers).total();
    Apportionment after = MaxMin.divide(grown, held, askers).total();

    before
        .shares()
        .forEach((t, share) -> assertThat(after.of(t)).as(t).isGreaterThanOrEqualTo(share));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void nothingIsGivenThatIsNotThereAndNothingIsLeftThatSomebodyMayHave(
      @ForAll("pools") SortedMap<String, Long> pools, @ForAll("askers") List<Asker> askers) {
    Allotment divided = MaxMin.divide(pools, 0, askers);

    assertThat(divided.total().given()).isLessThanOrEqualTo(all(pools));
    assertThat(askers)
        .allSatisfy(
            a ->
                assertThat(divided.total().of(a.tenant()))
                    .isLessThanOrEqualTo(a.bounds().ceiling()));
    boolean open =
        askers.stream()
            .anyMatch(
                a ->
                    a.bounds().weight() > 0
                        && a.reach().containsAll(POOLS)
                        && divided.total().of(a.tenant()) < a.bounds().ceiling());
    assertThat(open && divided.total().left() > 0).isFalse();
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void theOrderOfAskersDoesNotMatter(
      @ForAll("pools") SortedMap<String, Long> pools,
      @ForAll("askers") List<Asker> askers,
      @ForAll Random random) {
    List<Asker> shuffled = new ArrayList<>(askers);
    Collections.shuffle(shuffled, random);

    assertThat(MaxMin.divide(pools, 0, shuffled)).isEqualTo(MaxMin.divide(pools, 0, askers));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void withOnePoolTheAskedForIsDividedByWeight(
      @ForAll("askers") List<Asker> askers, @ForAll @IntRange(max = 20) int units) {
    List<Claim> claims =
        askers.stream()
            .map(
                a ->
                    new Claim(
                        a.tenant(),
                        a.bounds().weight(),
                        0,
                        Math.min(a.asked(), a.bounds().ceiling())))
            .toList();
    List<Asker> anywhere =
        askers.stream()
            .map(
                a ->
                    new Asker(
                        new Claim(a.tenant(), a.bounds().weight(), 0, a.bounds().ceiling()),
                        List.of(new Ask(a.asked(), Set.of("one"))),
                        Set.of("one")))
            .toList();

    Allotment divided = MaxMin.divide(new TreeMap<>(Map.of("one", (long) units)), 0, anywhere);

    assertThat(divided.served()).isEqualTo(Proportional.divide(units, claims));
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
  Arbitrary<List<Asker>> askers() {
    Arbitrary<Set<String>> some = Arbitraries.of(POOLS).set().ofMaxSize(3);
    Arbitrary<List<Ask>> asks =
        Combinators.combine(Arbitraries.longs().between(0, 5), some)
            .as(Ask::new)
            .list()
            .ofMaxSize(3);
    Arbitrary<Claim> bounds =
        Combinators.combine(
                Arbitraries.longs().between(0, 4),
                Arbitraries.longs().between(0, 3),
                Arbitraries.longs().between(0, 12))
            .as((w, g, c) -> new Claim("", w, Math.min(g, c), c));
    return Combinators.combine(bounds, asks, some)
        .as(Asker::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(7)
        .map(MaxMinPropertyTest::named);
  }

  private static List<Asker> named(List<Asker> askers) {
    List<Asker> named = new ArrayList<>();
    for (Asker a : askers) {
      Claim b = a.bounds();
      named.add(
          new Asker(
              new Claim("t" + (3 * named.size() % 7), b.weight(), b.floor(), b.ceiling()),
              a.asks(),
              a.reach()));
    }
    return named;
  }
}
