package dev.plimsoll.model.tenancy.division;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class ProportionalDivisionPropertyTest {

  @Property
  void sums_are_exact_and_ceilings_kept(
      @ForAll("wide") List<Claim> claims, @ForAll @LongRange(max = 1L << 60) long units) {
    Apportionment divided = ProportionalDivision.divide(units, claims);

    long floors = claims.stream().mapToLong(Claim::floor).sum();
    long available =
        claims.stream()
            .mapToLong(c -> Math.min(units, c.weight() > 0 ? c.ceiling() : c.floor()))
            .reduce(0, (a, b) -> Math.min(units, a + b));
    assertThat(divided.given()).isEqualTo(floors > units ? units : available);
    assertThat(claims)
        .allSatisfy(c -> assertThat(divided.of(c.tenant())).isBetween(0L, c.ceiling()));
  }

  @Property
  void floors_are_kept_where_they_fit(
      @ForAll("wide") List<Claim> claims, @ForAll @LongRange(max = 1L << 56) long extra) {
    long floors = claims.stream().mapToLong(Claim::floor).sum();

    Apportionment divided = ProportionalDivision.divide(floors + extra, claims);

    assertThat(claims)
        .allSatisfy(c -> assertThat(divided.of(c.tenant())).isGreaterThanOrEqualTo(c.floor()));
  }

  @Property
  void nobody_loses_when_capacity_is_added(
      @ForAll("wide") List<Claim> claims,
      @ForAll @LongRange(max = 1L << 58) long units,
      @ForAll @LongRange(max = 1L << 20) long more) {
    Apportionment before = ProportionalDivision.divide(units, claims);
    Apportionment after = ProportionalDivision.divide(units + more, claims);

    before
        .shares()
        .forEach((t, share) -> assertThat(after.of(t)).as(t).isGreaterThanOrEqualTo(share));
  }

  @Property
  void a_unit_more_goes_to_one_tenant(
      @ForAll("narrow") List<Claim> claims, @ForAll @IntRange(max = 60) int units) {
    Apportionment before = ProportionalDivision.divide(units, claims);
    Apportionment after = ProportionalDivision.divide(units + 1, claims);

    assertThat(claims)
        .allSatisfy(
            c -> assertThat(after.of(c.tenant()) - before.of(c.tenant())).isBetween(0L, 1L));
  }

  @Property
  void a_larger_weight_never_gets_less(
      @ForAll("wide") List<Claim> claims,
      @ForAll @LongRange(max = 1L << 58) long units,
      @ForAll @IntRange(max = 7) int which,
      @ForAll @LongRange(max = 1000) long more) {
    Claim chosen = claims.get(which % claims.size());
    List<Claim> changed = new ArrayList<>(claims);
    changed.set(
        which % claims.size(),
        new Claim(chosen.tenant(), chosen.weight() + more, chosen.floor(), chosen.ceiling()));

    assertThat(ProportionalDivision.divide(units, changed).of(chosen.tenant()))
        .isGreaterThanOrEqualTo(ProportionalDivision.divide(units, claims).of(chosen.tenant()));
  }

  @Property
  void the_order_of_claims_does_not_matter(
      @ForAll("narrow") List<Claim> claims,
      @ForAll @IntRange(max = 60) int units,
      @ForAll Random random) {
    List<Claim> shuffled = new ArrayList<>(claims);
    Collections.shuffle(shuffled, random);

    assertThat(ProportionalDivision.divide(units, shuffled))
        .isEqualTo(ProportionalDivision.divide(units, claims));
  }

  @Property
  void dividing_again_among_some_gives_them_the_same(
      @ForAll("narrow") List<Claim> claims,
      @ForAll @IntRange(max = 60) int units,
      @ForAll @IntRange(max = 7) int some) {
    Apportionment all = ProportionalDivision.divide(units, claims);
    List<Claim> part = claims.subList(0, some % claims.size());
    long theirs = part.stream().mapToLong(c -> all.of(c.tenant())).sum();

    Apportionment again = ProportionalDivision.divide(theirs, part);

    assertThat(part)
        .allSatisfy(c -> assertThat(again.of(c.tenant())).isEqualTo(all.of(c.tenant())));
  }

  @Property
  void units_go_to_the_highest_ranks_one_by_one(
      @ForAll("narrow") List<Claim> claims, @ForAll @IntRange(max = 60) int units) {
    assertThat(ProportionalDivision.divide(units, claims).shares())
        .isEqualTo(oneByOne(units, claims));
  }

  private static Map<String, Long> oneByOne(long units, List<Claim> claims) {
    long floors = claims.stream().mapToLong(Claim::floor).sum();
    List<Claim> effective =
        floors <= units
            ? claims
            : claims.stream().map(c -> new Claim(c.tenant(), c.floor(), 0, c.floor())).toList();
    Map<String, Long> shares = new HashMap<>();
    effective.forEach(c -> shares.put(c.tenant(), c.floor()));
    Comparator<Claim> best =
        Comparator.comparingDouble(
                (Claim c) -> -(double) c.weight() / (2 * shares.getOrDefault(c.tenant(), 0L) + 1))
            .thenComparing(Claim::tenant);
    for (long left = units - (floors <= units ? floors : 0); left > 0; left--) {
      effective.stream()
          .filter(c -> c.weight() > 0 && shares.getOrDefault(c.tenant(), 0L) < c.ceiling())
          .min(best)
          .ifPresent(c -> shares.merge(c.tenant(), 1L, Long::sum));
    }
    return shares;
  }

  @Provide
  Arbitrary<List<Claim>> narrow() {
    return claims(6, 8, 12);
  }

  @Provide
  Arbitrary<List<Claim>> wide() {
    return claims(1L << 30, 1L << 50, 1L << 58);
  }

  private static Arbitrary<List<Claim>> claims(long weights, long floors, long ceilings) {
    return Combinators.combine(
            Arbitraries.longs().between(0, weights),
            Arbitraries.longs().between(0, floors),
            Arbitraries.longs().between(0, ceilings))
        .as((w, f, c) -> new Claim("", w, Math.min(f, c), c))
        .list()
        .ofMinSize(1)
        .ofMaxSize(8)
        .map(ProportionalDivisionPropertyTest::named);
  }

  private static List<Claim> named(List<Claim> claims) {
    List<Claim> named = new ArrayList<>();
    for (Claim c : claims) {
      named.add(new Claim("t" + (7 * named.size() % 8), c.weight(), c.floor(), c.ceiling()));
    }
    return named;
  }
}
