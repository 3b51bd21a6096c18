package dev.plimsoll.extender.metrics;

import dev.plimsoll.extender.journal.JournalWriter;
import dev.plimsoll.server.metrics.MetricsRegistry;
import io.prometheus.metrics.core.metrics.CounterWithCallback;

/** The metrics of the journal of decisions. */
public final class JournalMetrics {
  private JournalMetrics() {}

  /** Registers the metrics of a writer. */
  public static void register(JournalWriter writer, MetricsRegistry registry) {
    registry.register(
        CounterWithCallback.builder()
            .name("plimsoll_extender_journal_dropped_total")
            .help("Decisions that left memory before they were written to the journal's file.")
            .callback(callback -> callback.call((double) writer.dropped()))
            .build());
  }
}
