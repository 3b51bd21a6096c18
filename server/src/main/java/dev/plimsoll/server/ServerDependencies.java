package dev.plimsoll.server;

import dev.plimsoll.kube.periodic.TaskStatus;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.server.health.ClusterNews;
import dev.plimsoll.server.health.Liveness;
import dev.plimsoll.server.health.Readiness;
import dev.plimsoll.server.metrics.CertificateMetrics;
import dev.plimsoll.server.metrics.DutyMetrics;
import dev.plimsoll.server.metrics.InformerMetrics;
import dev.plimsoll.server.metrics.MetricsRegistry;
import dev.plimsoll.server.metrics.MetricsRoute;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a listening part needs besides its routes.
 *
 * @param readiness whether the cluster has been read and is current
 * @param liveness whether all goes on that must
 * @param registry what {@code /metrics} exposes
 * @param metrics exposes it
 * @param duties the periodic duties among that
 * @param certificates the certificates among that
 * @param news whether the cluster is heard of
 * @param version what {@code /version} says
 */
public record ServerDependencies(
    Readiness readiness,
    Liveness liveness,
    MetricsRegistry registry,
    MetricsRoute metrics,
    DutyMetrics duties,
    CertificateMetrics certificates,
    ClusterNews news,
    String version) {

  /** Makes those of a part that has no metric yet but those of its duties. */
  public ServerDependencies(Readiness readiness, String version) {
    this(readiness, new MetricsRegistry(), version);
    registry.registerAll(duties);
    registry.registerAll(certificates);
  }

  private ServerDependencies(Readiness readiness, MetricsRegistry registry, String version) {
    this(
        readiness,
        new Liveness(),
        registry,
        new MetricsRoute(registry),
        new DutyMetrics(),
        new CertificateMetrics(),
        new ClusterNews(),
        version);
  }

  /** Adds what informers tell: how they fare, the duty of their self-check, and that they go on. */
  public void addInformers(ClusterInformers informers) {
    registry.registerAll(new InformerMetrics(informers::health));
    addDuty(informers::selfCheckStatus);
    liveness.add(informers::problem);
    news.follow(informers::health);
  }

  /** Adds a duty, which shows in the metrics and must go on. */
  public void addDuty(Supplier<TaskStatus> duty) {
    duties.add(duty);
    liveness.add(() -> duty.get().problem());
  }

  /** Adds a certificate whose expiry shows in the metrics. */
  public void addCertificate(String name, Supplier<Instant> notAfter) {
    certificates.add(name, notAfter);
  }

  /** Returns those of a cluster that doesn't change. */
  public static ServerDependencies ofSnapshot(String version) {
    return new ServerDependencies(Optional::empty, version);
  }
}
