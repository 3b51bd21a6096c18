package dev.plimsoll.admission.review;

import dev.plimsoll.server.metrics.MetricsRegistry;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import java.time.Duration;
import java.util.Locale;

/** How many reviews were answered, how, and how long that took. */
public final class ReviewMetrics {
  private static final double NANOS = 1e9;

  /** What was answered. */
  enum Result {
    /** It is allowed. */
    ALLOWED,
    /** Some quota denies it. */
    DENIED,
    /** It could not be decided on. */
    UNDECIDED,
    /** It says something else than reviews say. */
    UNREADABLE
  }

  private final Counter reviews;
  private final Histogram duration;

  /** Registers them. */
  public ReviewMetrics(MetricsRegistry registry) {
    reviews =
        registry.register(
            Counter.builder()
                .name("plimsoll_admission_reviews")
                .help("Number of AdmissionReviews by what was answered.")
                .labelNames("result")
                .build());
    duration =
        registry.register(
            Histogram.builder()
                .name("plimsoll_admission_review_duration_seconds")
                .help("Seconds until an AdmissionReview was answered.")
                .classicOnly()
                .classicUpperBounds(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2)
                .build());
    for (Result result : Result.values()) {
      reviews.labelValues(label(result)).inc(0);
    }
  }

  private static String label(Result result) {
    return result.name().toLowerCase(Locale.ROOT);
  }

  void answered(Result result, Duration took) {
    reviews.labelValues(label(result)).inc();
    duration.observe(took.toNanos() / NANOS);
  }
}
