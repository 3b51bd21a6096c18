package dev.plimsoll.model.lifetime;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * The probability that a pod runs longer than an age, by the Kaplan-Meier estimator. At each age
 * with ends the curve falls by the part of the pods at risk that ended. Beyond the last end the
 * curve falls with the square of the age, so that a pod that has run longer than any other is
 * expected to run for as long again on average.
 */
public final class SurvivalCurve {
  private final double[] ages;
  private final double[] survival;
  private final double[] hazards;
  private final int ends;

  private SurvivalCurve(double[] ages, double[] survival, int ends) {
    this.ages = ages;
    this.survival = survival;
    this.hazards = hazards(survival);
    this.ends = ends;
  }

  private static double[] hazards(double[] survival) {
    double[] hazards = new double[survival.length];
    double sum = 0;
    double before = 1;
    for (int i = 0; i < survival.length; i++) {
      sum += before <= 0 ? 0 : 1 - survival[i] / before;
      before = survival[i];
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
    double[] survival = new double[ages.length];
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
      int before = end;
      while (end < ended.length && ended[end] <= ages[i]) {
        end++;
      }
      int atRisk = Math.max(in - out, end - before);
      left *= 1 - (double) (end - before) / Math.max(1, atRisk);
      survival[i] = left;
    }
    return new SurvivalCurve(ages, survival, ended.length);
  }

  /** Returns the curve with at most that many steps, which fall by equal parts. */
  SurvivalCurve thinned(int steps) {
    if (ages.length <= steps) {
      return this;
    }
    double[] some = new double[steps];
    double[] at = new double[steps];
    double last = survival[survival.length - 1];
    int from = 0;
    for (int i = 0; i < steps; i++) {
      double target = 1 - (1 - last) * (i + 1) / steps;
      while (from < ages.length - 1 && survival[from] > target) {
        from++;
      }
      some[i] = ages[from];
      at[i] = survival[from];
    }
    return new SurvivalCurve(some, at, ends);
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
    double[] survival = new double[ages.length];
    for (int i = 0; i < ages.length; i++) {
      for (int c = 0; c < weights.length; c++) {
        survival[i] += weights[c] * curves.get(c).survival(ages[i]);
      }
    }
    return new SurvivalCurve(ages, survival, ends);
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

  /** Returns the probability that a pod runs longer than an age in seconds. */
  public double survival(double age) {
    int index = step(age);
    if (index < 0) {
      return 1;
    }
    double at = survival[index];
    if (index < ages.length - 1 || age <= ages[index]) {
      return at;
    }
    double part = ages[index] / age;
    return at * part * part;
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
      if (survival[middle] <= target) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    if (low < ages.length) {
      return Math.max(age, ages[low]);
    }
    double last = ages[ages.length - 1];
    return Math.max(age, Math.max(last, 1) * Math.sqrt(survival[ages.length - 1] / target));
  }
}
