package dev.plimsoll.extender.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.usage.DeviceUsage;
import dev.plimsoll.kubernetes.usage.IdleRule;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import dev.plimsoll.kubernetes.usage.MeasuredUsage.PodName;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class DeviceTimeTest {
  private final Pod pod = ExtenderFixtures.pod("team", "p", 3, "a");
  private Cluster cluster = ExtenderFixtures.cluster().add(ExtenderFixtures.node("a", 8)).build();
  private long nanos;
  private boolean leads = true;
  private UnaryOperator<Cluster> measured = UnaryOperator.identity();
  private final Decisions decisions = new Decisions(cluster, ExtenderSettings.DEFAULT, () -> nanos);
  private final DeviceTime time =
      new DeviceTime(decisions, c -> measured.apply(c), () -> leads, () -> nanos);

  @Test
  void nothing_is_exported_before_the_first_look() {
    assertThat(time.collect().size()).isZero();
  }

  @Test
  void a_pod_moves_devices_when_it_comes_and_when_it_goes() {
    time.look();
    pass(10);
    change(Optional.empty(), Optional.of(pod));
    pass(20);
    change(Optional.of(pod), Optional.empty());
    pass(5);

    assertThat(values())
        .containsEntry("allocated/team", 60.0)
        .containsEntry("free/", 8 * 35 - 60.0)
        .containsEntry("broken/", 0.0)
        .containsEntry("observed", 35.0);
  }

  @Test
  void only_the_leader_counts_and_its_counts_never_fall() {
    time.look();
    pass(10);
    leads = false;
    pass(100);
    double stopped = values().getOrDefault("free/", -1.0);
    leads = true;
    pass(10);

    assertThat(stopped).isCloseTo(72, within(8.1));
    assertThat(values().get("free/")).isBetween(stopped, stopped + 80);
  }

  @Test
  void of_two_replicas_exactly_one_counts_each_second_but_for_the_change() {
    DeviceTime other = new DeviceTime(decisions, c -> c, () -> !leads, () -> nanos);
    for (int second = 0; second < 1000; second++) {
      leads = second < 400;
      time.look();
      other.look();
      nanos += Duration.ofSeconds(1).toNanos();
    }

    double sum =
        values(time).getOrDefault("observed", 0.0) + values(other).getOrDefault("observed", 0.0);

    assertThat(sum).isBetween(997.0, 1000.0);
  }

  @Test
  void devices_are_busy_or_idle_while_their_usage_is_known() {
    Instant started = Instant.EPOCH.minus(Duration.ofHours(9));
    change(
        Optional.empty(),
        Optional.of(
            PodBuilder.pod("team", "p")
                .requests("nvidia.com/gpu=3")
                .on("a")
                .status(s -> s.startTime(Optional.of(started)))
                .build()));
    time.look();
    pass(60);
    measured = c -> usage(c, Optional.empty());
    pass(120);
    measured = c -> usage(c, Optional.of(c.asOf().minus(Duration.ofHours(5))));
    pass(120);
    measured = c -> c;
    pass(120);

    assertThat(values().get("busy/team")).isCloseTo(3 * 120, within(4.0));
    assertThat(values().get("idle/team")).isCloseTo(3 * 120, within(4.0));
    assertThat(values().get("allocated/team")).isCloseTo(3 * 180, within(4.0));
    assertThat(values().get("free/")).isCloseTo(5 * 420, within(1.0));
  }

  /** A pod that has three devices, with its last sample now. */
  private static Cluster usage(Cluster cluster, Optional<Instant> quietSince) {
    return cluster.withUsage(
        new MeasuredUsage(
            IdleRule.DEFAULT,
            Map.of(
                new PodName("team", "p"), new DeviceUsage(quietSince, 3, cluster.asOf(), 400, 0))));
  }

  @Test
  void a_process_that_was_stopped_does_not_count_the_pause() {
    time.look();
    nanos += Duration.ofHours(1).toNanos();

    assertThat(values()).containsEntry("observed", 10.0);
  }

  private void pass(int seconds) {
    for (int i = 0; i < seconds; i++) {
      nanos += Duration.ofSeconds(1).toNanos();
      time.look();
    }
  }

  private void change(Optional<Pod> before, Optional<Pod> after) {
    Cluster changed = before.map(cluster::without).orElse(cluster);
    cluster = after.map(changed::with).orElse(changed);
    List<ObjectChange> changes = List.of(new ObjectChange(before.map(p -> p), after.map(p -> p)));
    decisions.changed(changes, cluster);
    time.changed(changes);
  }

  private Map<String, Double> values() {
    return values(time);
  }

  private static Map<String, Double> values(DeviceTime time) {
    Map<String, Double> values = new TreeMap<>();
    time.collect()
        .forEach(
            metric ->
                metric
                    .getDataPoints()
                    .forEach(
                        p ->
                            values.put(
                                metric.getMetadata().getName().contains("observed")
                                    ? "observed"
                                    : p.getLabels().get("state")
                                        + "/"
                                        + p.getLabels().get("tenant"),
                                ((CounterDataPointSnapshot) p).getValue())));
    return values;
  }
}
