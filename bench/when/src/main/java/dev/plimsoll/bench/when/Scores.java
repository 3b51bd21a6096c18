package dev.plimsoll.bench.when;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * How right some answers were. Answers without an estimate count only where it says so.
 *
 * @param all all answers
 * @param estimated the answers with an estimate
 */
record Scores(List<Answer> all, List<Answer> estimated) {

  static Scores of(Collection<Answer> answers) {
    return new Scores(
        List.copyOf(answers), answers.stream().filter(a -> a.ours().isPresent()).toList());
  }

  double coverage80() {
    return held(a -> ours(a).holds(a.actual()));
  }

  double coverage50() {
    return held(a -> ours(a).holdsInHalf(a.actual()));
  }

  /** Returns the part of the answers with an interval that ends before the start. */
  double late() {
    List<Answer> decided = decided(a -> ours(a).holds(a.actual()));
    return part(decided, a -> a.actual() > ours(a).quantiles().get(Forecast.LEVELS.size() - 1) + 1);
  }

  double medianError() {
    return median(a -> ours(a).error(a.actual()));
  }

  double medianError(int baseline) {
    return median(a -> a.baselines().get(baseline).error(a.actual()));
  }

  double pinball() {
    return mean(a -> ours(a).pinball(a.actual()));
  }

  double pinball(int baseline) {
    return mean(a -> a.baselines().get(baseline).pinball(a.actual()));
  }

  double medianWidth() {
    return median(a -> ours(a).width());
  }

  double medianWidth(int baseline) {
    return median(a -> a.baselines().get(baseline).width());
  }

  /** Returns our median error in parts of that of the better baseline. */
  double medianErrorRatio() {
    return medianError() / Math.min(medianError(0), medianError(1));
  }

  long brokenLatest() {
    return all.stream().filter(Answer::brokenLatest).count();
  }

  long brokenNever() {
    return all.stream().filter(Answer::brokenNever).count();
  }

  long wrongNeeds() {
    return all.stream().filter(a -> a.wrongNeeds().isPresent()).count();
  }

  long latest() {
    return all.stream().filter(Answer::hasLatest).count();
  }

  double medianActual() {
    return median(Answer::actual);
  }

  /** Returns the line of a table; durations are hours. */
  String row(String name) {
    return String.format(
        Locale.ROOT,
        "| %s | %d | %d | %.1f | %.1f | %.1f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %d/%d | %d | %d |",
        name,
        all.size(),
        all.size() - estimated.size(),
        100 * coverage80(),
        100 * coverage50(),
        100 * late(),
        hours(medianActual()),
        hours(medianError()),
        hours(medianError(0)),
        hours(medianError(1)),
        hours(pinball()),
        hours(pinball(0)),
        hours(pinball(1)),
        hours(medianWidth()),
        hours(medianWidth(0)),
        hours(medianWidth(1)),
        brokenLatest(),
        latest(),
        brokenNever(),
        wrongNeeds());
  }

  /** Returns the heading of the table. */
  static String heading() {
    List<String> columns =
        List.of(
            "answers to",
            "answers",
            "no estimate",
            "in 80 %",
            "in 50 %",
            "later than 80 %",
            "hours to wait",
            "error",
            "of queue",
            "of last",
            "loss",
            "of queue",
            "of last",
            "width",
            "of queue",
            "of last",
            "latest broken",
            "never broken",
            "needs wrong");
    return "| "
        + String.join(" | ", columns)
        + " |\n|"
        + String.join("", IntStream.range(0, columns.size()).mapToObj(i -> "---|").toList());
  }

  /** Returns the summary as JSON. */
  String json() {
    return String.format(
        Locale.ROOT,
        "{\"answers\":%d,\"coverage80\":%.3f,\"medianErrorRatio\":%.3f,"
            + "\"brokenLatest\":%d,\"brokenNever\":%d,\"wrongNeeds\":%d}",
        all.size(),
        coverage80(),
        medianErrorRatio(),
        brokenLatest(),
        brokenNever(),
        wrongNeeds());
  }

  private static double hours(double seconds) {
    return seconds / 3600;
  }

  private static Forecast ours(Answer answer) {
    return answer.ours().orElseThrow();
  }

  /**
   * Returns the answers whose interval can be judged. An interval can't be judged if the pod
   * started after the end of demand and the interval reaches beyond that end.
   */
  private List<Answer> decided(Predicate<Answer> holds) {
    return estimated.stream().filter(a -> !a.isAfterDemand() || !holds.test(a)).toList();
  }

  private double held(Predicate<Answer> holds) {
    return part(decided(holds), holds);
  }

  private static double part(List<Answer> answers, Predicate<Answer> which) {
    return answers.isEmpty() ? 0 : (double) answers.stream().filter(which).count() / answers.size();
  }

  private double mean(ToDoubleFunction<Answer> value) {
    return estimated.stream().mapToDouble(value).average().orElse(0);
  }

  private double median(ToDoubleFunction<Answer> value) {
    double[] sorted = estimated.stream().mapToDouble(value).sorted().toArray();
    return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
  }
}
