package dev.plimsoll.extender.metrics;

import dev.plimsoll.extender.journal.JournalWriter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** What becomes of the journal of decisions. */
public final class JournalMetrics {
  private JournalMetrics() {}

  /** Registers the metrics of a writer. */
  public static void register(JournalWriter writer, PrometheusRegistry registry) {
    CounterWithCallback.builder()
        .name("plimsoll_extender_journal_dropped_total")
        .help("Decisions that memory had forgotten before they were written to the journal's file.")
        .callback(callback -> callback.call((double) writer.dropped()))
        .register(registry);
  }
}
