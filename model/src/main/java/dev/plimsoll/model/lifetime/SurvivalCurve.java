package dev.plimsoll.model.lifetime;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * The probability that a pod runs longer than an age, by the Kaplan-Meier estimator. At each age
 * with ends the estimator falls by the part of the pods at risk that ended. Pods don't end only at
 * the ages at which others ended. So the curve spreads an end over the two gaps beside its age, one
 * half to each, evenly; the mean hardly changes. Of several ends at one age only one is spread.
 * Beyond the last end the curve falls with the square of the age, so that a pod that has run longer
 * than any other is expected to run for as long again on average.
 */
public final class SurvivalCurve {
  private final double[] ages;
  private final double[] steps;
  private final double[] before;
  private final double[] after;
  private final double[] hazards;
  private final int ends;

  /**
   * Makes a curve.
   *
   * @param ages the ages with ends
   * @param steps the estimator from each of these ages on
   * @param before the curve just before each of these ages
   * @param after the curve from each of these ages on
   */
  private SurvivalCurve(double[] ages, double[] steps, double[] before, double[] after, int ends) {
    this.ages = ages;
    this.steps = steps;
    this.before = before;
    this.after = after;
    this.hazards = hazards(steps);
    this.ends = ends;
  }

  private static double[] hazards(double[] steps) {
    double[] hazards = new double[steps.length];
    double sum = 0;
    double left = 1;
    for (int i = 0; i < steps.length; i++) {
      sum += left <= 0 ? 0 : 1 - steps[i] / left;
      left = steps[i];
      hazards[i] = sum;
    }
    return hazards;
  }

  /** Returns the curve of what was observed; it stays at 1 where nothing ended. */
  static SurvivalCurve kaplanMeier(Collection<Spell> spells) {
    double[] entries = spells.stream().mapToDouble(Spell::entry).sorted().toArray();
    double[] exits = spells.stream().mapToDouble(Spell::exit).sorted().toArray();
    double[] ended =
        spells.stream().filter(Spell::isEnd).mapToDouble(Spell::exit).sorted().toArray();
    double[] ages = Arrays.stream(ended).distinct().toArray();
    double[] steps = new double[ages.length];
    double[] before = new double[ages.length];
    double[] after = new double[ages.length];
    double left = 1;
    int in = 0;
    int out = 0;
    int end = 0;
    for (int i = 0; i < ages.length; i++) {
      while (in < entries.length && entries[in] < ages[i]) {
        in++;
      }
      while (out < exits.length && exits[out] < ages[i]) {
        out++;
      }
      int earlier = end;
      while (end < ended.length && ended[end] <= ages[i]) {
        end++;
      }
      int atRisk = Math.max(in - out, end - earlier);
      steps[i] = left * (1 - (double) (end - earlier) / Math.max(1, atRisk));
      double half = (left - steps[i]) / (2 * (end - earlier));
      before[i] = left - half;
      after[i] = i == ages.length - 1 ? steps[i] : steps[i] + half;
      left = steps[i];
    }
    return new SurvivalCurve(ages, steps, before, after, ended.length);
  }

  /** Returns the curve with at most that many steps, which fall by equal parts. */
  SurvivalCurve thinned(int most) {
    if (ages.length <= most) {
      return this;
    }
    int[] chosen = new int[most];
    double last = steps[steps.length - 1];
    int from = 0;
    for (int i = 0; i < most; i++) {
      double target = 1 - (1 - last) * (i + 1) / most;
      while (from < ages.length - 1 && steps[from] > target) {
        from++;
      }
      chosen[i] = from;
    }
    return new SurvivalCurve(
        some(ages, chosen), some(steps, chosen), some(before, chosen), some(after, chosen), ends);
  }

  private static double[] some(double[] values, int[] chosen) {
    return Arrays.stream(chosen).mapToDouble(i -> values[i]).toArray();
  }

  /**
   * Returns the curve of a pod that is of one of several kinds with these probabilities.
   *
   * @param ends how many ends of pods of its own kind are known
   */
  static SurvivalCurve mixture(List<SurvivalCurve> curves, double[] weights, int ends) {
    TreeSet<Double> all = new TreeSet<>();
    curves.forEach(c -> Arrays.stream(c.ages).forEach(all::add));
    double[] ages = all.stream().mapToDouble(Double::doubleValue).toArray();
    double[] steps = new double[ages.length];
    double[] before = new double[ages.length];
    double[] after = new double[ages.length];
    for (int i = 0; i < ages.length; i++) {
      for (int c = 0; c < weights.length; c++) {
        steps[i] += weights[c] * curves.get(c).estimator(ages[i]);
        before[i] += weights[c] * curves.get(c).survivalBefore(ages[i]);
        after[i] += weights[c] * curves.get(c).survival(ages[i]);
      }
    }
    return new SurvivalCurve(ages, steps, before, after, ends);
  }

  /** Returns how many ends the curve rests on; of a mixture, those of the owner's pods. */
  public int ends() {
    return ends;
  }

  /** Returns the index of the last step up to an age; -1 before the first. */
  private int step(double age) {
    int index = Arrays.binarySearch(ages, age);
    index = index >= 0 ? index : -index - 2;
    while (index + 1 < ages.length && ages[index + 1] == age) {
      index++;
    }
    return index;
  }

  /**
   * Returns the cumulative hazard until an age in seconds (Nelson-Aalen). It is the sum of the
   * parts by which the curve falls.
   */
  double hazard(double age) {
    int index = step(age);
    if (index < 0) {
      return 0;
    }
    boolean isBeyond = index == ages.length - 1 && ages[index] > 0;
    return hazards[index] + (isBeyond ? 2 * Math.log(age / ages[index]) : 0);
  }

  /** Returns the estimator at an age in seconds. */
  private double estimator(double age) {
    int index = step(age);
    return index < 0 ? 1 : index == ages.length - 1 ? beyond(age) : steps[index];
  }

  /** Returns the curve at an age in seconds that isn't below the last step. */
  private double beyond(double age) {
    int last = ages.length - 1;
    double part = age <= ages[last] ? 1 : ages[last] / age;
    return after[last] * part * part;
  }

  /** Returns the probability that a pod runs longer than an age in seconds. */
  public double survival(double age) {
    int index = step(age);
    return ages.length > 0 && index == ages.length - 1 ? beyond(age) : between(index, age);
  }

  /** Returns the limit of the curve at an age in seconds from below. */
  private double survivalBefore(double age) {
    int index = Arrays.binarySearch(ages, age);
    while (index > 0 && ages[index - 1] == age) {
      index--;
    }
    return index >= 0 ? before[index] : survival(age);
  }

  /** Returns the curve in the gap after a step. */
  private double between(int index, double age) {
    if (ages.length == 0) {
      return 1;
    }
    double from = index < 0 ? 0 : ages[index];
    double high = index < 0 ? 1 : after[index];
    double part = Math.max(0, age - from) / (ages[index + 1] - from);
    return high - (high - before[index + 1]) * part;
  }

  /**
   * Returns the age in seconds at which a pod ends that has run until an age.
   *
   * @param u uniform in (0, 1]; 0.5 gives the median
   */
  public double endingAge(double age, double u) {
    double now = survival(age);
    double target = u * now;
    if (now <= 0) {
      return age / Math.sqrt(u);
    }
    if (ages.length == 0) {
      return age <= 0 ? Double.POSITIVE_INFINITY : age / Math.sqrt(u);
    }
    int low = 0;
    int high = ages.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (after[middle] <= target) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    if (low < ages.length) {
      return Math.max(age, within(low, target));
    }
    double last = ages[ages.length - 1];
    return Math.max(age, Math.max(last, 1) * Math.sqrt(after[ages.length - 1] / target));
  }

  /** Returns the age at a step, or in the gap before, at which the curve has fallen that far. */
  private double within(int index, double target) {
    double from = index == 0 ? 0 : ages[index - 1];
    double high = index == 0 ? 1 : after[index - 1];
    double fall = high - before[index];
    return target < before[index] || fall <= 0
        ? ages[index]
        : from + (ages[index] - from) * Math.min(1, (high - target) / fall);
  }
}
