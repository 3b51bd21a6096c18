package dev.plimsoll.bench.when;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.lifetime.OwnerKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What somebody who waits would guess without an estimator. */
final class Baselines {
  private static final List<Long> WINDOWS_IN_HOURS = List.of(1L, 3L, 6L, 12L, 24L, 48L);
  private static final double NOTHING_KNOWN = Duration.ofDays(1).toSeconds();
  private static final int LATEST = 10;

  private Baselines() {}

  /**
   * The pods before this one, and itself, by the starts per hour of the last hour, or of a longer
   * time if none started in it. The interval is that of starts at random times at this rate.
   */
  static Forecast queue(AskedQueue queue) {
    long before =
        queue.cluster().list(Pod.class).stream()
            .filter(p -> !p.isBound())
            .filter(p -> PlacementPass.QUEUE.compare(p, queue.pod()) <= 0)
            .count();
    for (long hours : WINDOWS_IN_HOURS) {
      Instant since = queue.question().at().minus(Duration.ofHours(hours));
      int starts = startsSince(queue.started(), since);
      if (starts > 0) {
        double each = hours * 3600.0 / starts;
        return Forecast.of(p -> each * gamma((double) before, p))
            .withMedian(each * (double) before);
      }
    }
    return Forecast.of(p -> NOTHING_KNOWN);
  }

  private static int startsSince(List<Run> started, Instant since) {
    int count = 0;
    for (int i = started.size() - 1; i >= 0 && started.get(i).started().isAfter(since); i--) {
      count++;
    }
    return count;
  }

  /** Returns a quantile of the gamma law, by the approximation of Wilson and Hilferty. */
  private static double gamma(double shape, double p) {
    double normal = p == 0.5 ? 0 : (p < 0.5 ? -1 : 1) * (p == 0.1 || p == 0.9 ? 1.2816 : 0.6745);
    double root = 1 - 1 / (9 * shape) + normal / (3 * Math.sqrt(shape));
    return Math.max(0, shape * root * root * root);
  }

  /**
   * As long as the last pod of the same owner and size waited, less how long this one has waited.
   * The interval is that of the last ten. If there is none, pods of the same size count, then all.
   */
  static Forecast lastOfKind(AskedQueue queue) {
    Pod pod = queue.pod();
    OwnerKey owner = OwnerKey.of(pod, queue.cluster());
    Predicate<Run> sameSize = r -> r.pod().spec().containers().equals(pod.spec().containers());
    List<Predicate<Run>> kinds =
        List.of(
            r -> sameSize.test(r) && OwnerKey.of(r.pod(), queue.cluster()).equals(owner),
            sameSize,
            r -> true);
    for (Predicate<Run> kind : kinds) {
      List<Double> waits = latestWaits(queue, kind);
      if (!waits.isEmpty()) {
        double[] left = waits.stream().mapToDouble(Double::doubleValue).toArray();
        return Forecast.ofSample(left).withMedian(left[0]);
      }
    }
    return Forecast.of(p -> NOTHING_KNOWN);
  }

  /** Returns how long this pod would still wait, by each of the latest, the last first. */
  private static List<Double> latestWaits(AskedQueue queue, Predicate<Run> kind) {
    List<Run> started = queue.started();
    double waited =
        Duration.between(
                    queue.pod().metadata().creationTimestamp().orElseThrow(), queue.question().at())
                .toMillis()
            / 1000.0;
    List<Double> waits = new ArrayList<>();
    for (int i = started.size() - 1; i >= 0 && waits.size() < LATEST; i--) {
      if (kind.test(started.get(i))) {
        waits.add(Math.max(0, started.get(i).waited().toMillis() / 1000.0 - waited));
      }
    }
    return waits;
  }
}
