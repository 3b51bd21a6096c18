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
 * The dependencies of a listening part, other than its routes.
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

  /** Creates the dependencies of a part with no metrics except its duties'. */
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

  /** Adds the informers' metrics, the duty of their self-check, and their liveness. */
  public void addInformers(ClusterInformers informers) {
    registry.registerAll(new InformerMetrics(informers::health));
    addDuty(informers::selfCheckStatus);
    liveness.add(informers::problem);
    news.follow(informers::health);
  }

  /** Adds a duty to the metrics and to liveness. */
  public void addDuty(Supplier<TaskStatus> duty) {
    duties.add(duty);
    liveness.add(() -> duty.get().problem());
  }

  /** Adds a certificate whose expiry shows in the metrics. */
  public void addCertificate(String name, Supplier<Instant> notAfter) {
    certificates.add(name, notAfter);
  }

  /** Returns the dependencies for a cluster that doesn't change. */
  public static ServerDependencies ofSnapshot(String version) {
    return new ServerDependencies(Optional::empty, version);
  }
}
