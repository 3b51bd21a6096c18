package dev.plimsoll.model.lifetime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class SurvivalCurvePropertyTest {
  /** Returns spells; some are censored, some were seen late, and some ages are equal. */
  private static List<Spell> spells(Random random) {
    List<Spell> spells = new ArrayList<>();
    int number = 1 + random.nextInt(40);
    for (int i = 0; i < number; i++) {
      double exit = 1 + random.nextInt(50);
      double entry = random.nextInt(4) == 0 ? exit * random.nextDouble() : -1;
      spells.add(new Spell(entry, exit, random.nextInt(3) > 0));
    }
    spells.add(new Spell(-1, 1 + random.nextInt(50), true));
    return spells;
  }

  private static SurvivalCurve curve(Random random) {
    SurvivalCurve own = SurvivalCurve.kaplanMeier(spells(random));
    SurvivalCurve wide = SurvivalCurve.kaplanMeier(spells(random)).thinned(5);
    return SurvivalCurve.mixture(List.of(own, wide), new double[] {0.7, 0.3}, own.ends());
  }

  @Property(tries = 300)
  void the_curve_never_rises(@ForAll long seed) {
    SurvivalCurve curve = curve(new Random(seed));

    double before = 1;
    for (double age = 0; age < 80; age += 0.25) {
      assertThat(curve.survival(age)).isBetween(0.0, before + 1e-12);
      before = curve.survival(age);
    }
  }

  @Property(tries = 300)
  void a_pod_ends_where_the_curve_has_fallen_to_what_was_drawn(@ForAll long seed) {
    Random random = new Random(seed);
    SurvivalCurve curve = curve(random);
    double age = random.nextInt(3) == 0 ? 0 : 40 * random.nextDouble();
    double u = 1 - random.nextDouble();

    double end = curve.endingAge(age, u);

    if (curve.survival(age) > 0) {
      double target = u * curve.survival(age);
      assertThat(end).isGreaterThanOrEqualTo(age);
      assertThat(curve.survival(end)).isLessThanOrEqualTo(target + 1e-9);
      if (end > age) {
        double earlier = Math.max(age, end - 1e-6);
        assertThat(curve.survival(earlier)).isGreaterThanOrEqualTo(target - 1e-9);
      }
    }
  }

  /** The end that is spread loses a quarter of the first gap; all other gaps cancel out. */
  @Property(tries = 100)
  void the_spread_of_ends_hardly_changes_the_mean(@ForAll long seed) {
    double[] ages = new Random(seed).doubles(1, 100).limit(20).sorted().toArray();
    SurvivalCurve curve =
        SurvivalCurve.kaplanMeier(
            Arrays.stream(ages).mapToObj(age -> new Spell(-1, age, true)).toList());
    int draws = 20_000;

    double mean =
        IntStream.range(0, draws)
            .mapToDouble(i -> curve.endingAge(0, (i + 0.5) / draws))
            .average()
            .orElseThrow();

    double observed = Arrays.stream(ages).average().orElseThrow();
    assertThat(mean).isCloseTo(observed - ages[0] / (4 * ages.length), within(0.02));
  }
}
