package dev.plimsoll.admission.review;

import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.server.metrics.MetricsRegistry;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** How many reviews were answered, how, and how long that took. */
public final class ReviewMetrics {
  private static final double NANOS = 1e9;

  /** Beyond this number denials are counted without namespace and quota. */
  private static final int MOST_LABELS = 1_000;

  /** The answer to a review. */
  enum Result {
    /** The request is allowed. */
    ALLOWED,
    /** Some quota denies the request. */
    DENIED,
    /** The name of the new object is taken, so that nothing is reserved for it. */
    ALREADY_EXISTS,
    /** Some quota would deny the request, which is allowed, because the mode is audit. */
    AUDITED,
    /** The request could not be decided. */
    UNDECIDED,
    /** The review waited too long for others. Nothing is reserved for the request. */
    SHED,
    /** The review is malformed. */
    UNREADABLE
  }

  private final Counter reviews;
  private final Histogram duration;
  private final Counter yielded;
  private final Counter denials;
  private final Set<List<String>> denialLabels = ConcurrentHashMap.newKeySet();

  /** Registers them. */
  public ReviewMetrics(MetricsRegistry registry) {
    reviews =
        registry.register(
            Counter.builder()
                .name("plimsoll_admission_reviews")
                .help(
                    "Answers to AdmissionReviews by result: allowed, denied, already_exists, audited,"
                        + " undecided, shed or unreadable.")
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
    denials =
        registry.register(
            Counter.builder()
                .name("plimsoll_admission_denials")
                .help(
                    "Reasons to deny a request: exceeded, must_specify, unknown or other."
                        + " The label mode is audit if the request was allowed.")
                .labelNames("namespace", "quota", "reason", "mode")
                .build());
    yielded =
        registry.register(
            Counter.builder()
                .name("plimsoll_admission_yielded_reservations")
                .help("Reservations of failed requests that went to another request.")
                .build());
    for (Result result : Result.values()) {
      reviews.labelValues(label(result)).inc(0);
    }
  }

  private static String label(Result result) {
    return result.name().toLowerCase(Locale.ROOT);
  }

  /** Counts reservations of failed requests that another request was given. */
  public void yielded(int reservations) {
    yielded.inc(reservations);
  }

  /** Counts what denies a request, or would deny it. */
  void denied(String namespace, List<QuotaDenial> reasons, boolean isAudited) {
    String mode = isAudited ? "audit" : "deny";
    for (QuotaDenial reason : reasons) {
      List<String> labels = List.of(namespace, quota(reason), kind(reason), mode);
      if (denialLabels.contains(labels) || denialLabels.size() < MOST_LABELS) {
        denialLabels.add(labels);
        denials.labelValues(labels.toArray(String[]::new)).inc();
      } else {
        denials.labelValues("", "", kind(reason), mode).inc();
      }
    }
  }

  private static String quota(QuotaDenial reason) {
    if (reason instanceof QuotaDenial.Exceeded exceeded) {
      return exceeded.quota();
    }
    if (reason instanceof QuotaDenial.MustSpecify missing) {
      return missing.quota();
    }
    return reason instanceof QuotaDenial.StatusUnknown unknown ? unknown.quota() : "";
  }

  private static String kind(QuotaDenial reason) {
    if (reason instanceof QuotaDenial.Exceeded) {
      return "exceeded";
    }
    if (reason instanceof QuotaDenial.MustSpecify) {
      return "must_specify";
    }
    return reason instanceof QuotaDenial.StatusUnknown ? "unknown" : "other";
  }

  void answered(Result result, Duration took) {
    reviews.labelValues(label(result)).inc();
    duration.observe(took.toNanos() / NANOS);
  }
}
