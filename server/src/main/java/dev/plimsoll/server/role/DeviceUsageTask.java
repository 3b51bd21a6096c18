package dev.plimsoll.server.role;

import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.kube.prometheus.UsageFollower;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.server.config.UsageSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Follows the usage of devices in Prometheus, once a minute. */
public final class DeviceUsageTask {
  /** A first look reads hours of samples of all devices. */
  private static final RunInterval INTERVAL =
      RunInterval.every(Duration.ofMinutes(1)).after(Duration.ZERO).lasting();

  private DeviceUsageTask() {}

  /** Starts to follow, if usage is measured; returns what gives a cluster the known usage. */
  public static UnaryOperator<Cluster> start(
      Role role, Optional<UsageSettings> settings, InstantSource clock) {
    if (settings.isEmpty()) {
      return UnaryOperator.identity();
    }
    UsageFollower follower = settings.get().follower(clock);
    PeriodicTask unused =
        role.add(
            PeriodicTask.start("device-usage", INTERVAL, follower::look), PeriodicTask::status);
    return follower::measured;
  }
}
