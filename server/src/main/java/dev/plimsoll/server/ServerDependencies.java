package dev.plimsoll.server;

import dev.plimsoll.kube.periodic.TaskStatus;
import dev.plimsoll.server.health.Liveness;
import dev.plimsoll.server.health.Readiness;
import dev.plimsoll.server.metrics.DutyMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a listening part needs besides its routes.
 *
 * @param readiness whether the cluster has been read and is current
 * @param liveness whether all goes on that must
 * @param registry what {@code /metrics} exposes
 * @param duties the periodic duties among that
 * @param version what {@code /version} says
 */
public record ServerDependencies(
    Readiness readiness,
    Liveness liveness,
    PrometheusRegistry registry,
    DutyMetrics duties,
    String version) {

  /** Makes those of a part that has no metric yet but those of its duties. */
  public ServerDependencies(Readiness readiness, String version) {
    this(readiness, new Liveness(), new PrometheusRegistry(), new DutyMetrics(), version);
    registry.register(duties);
  }

  /** Adds a duty, which shows in the metrics and must go on. */
  public void addDuty(Supplier<TaskStatus> duty) {
    duties.add(duty);
    liveness.add(() -> duty.get().problem());
  }

  /** Returns those of a cluster that doesn't change. */
  public static ServerDependencies ofSnapshot(String version) {
    return new ServerDependencies(Optional::empty, version);
  }
}
