package dev.plimsoll.server.metrics;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** When the certificates in use expire. */
public final class CertificateMetrics implements MultiCollector {
  private record Named(String name, Supplier<Instant> notAfter) {}

  private final List<Named> certificates = new CopyOnWriteArrayList<>();
  private final MetricTable<Named> table =
      new MetricTable<Named>(certificate -> Labels.of("certificate", certificate.name()))
          .gauge(
              "plimsoll_certificate_expiration_timestamp_seconds",
              "Unix time at which the certificate in use expires. The label"
                  + " certificate is its role, or admission-ca.",
              certificate -> certificate.notAfter().get().getEpochSecond());

  /** Adds a certificate. */
  public void add(String name, Supplier<Instant> notAfter) {
    certificates.add(new Named(name, notAfter));
  }

  @Override
  public MetricSnapshots collect() {
    return new MetricSnapshots(table.snapshots(certificates));
  }
}
