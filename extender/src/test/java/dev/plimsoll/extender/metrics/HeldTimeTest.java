package dev.plimsoll.extender.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.Tenant;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Label;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class HeldTimeTest {
  private static final String PODS = "plimsoll_namespace_held_pods";
  private static final String SECONDS = "plimsoll_namespace_held_seconds";

  private final Pod waiting = ExtenderFixtures.pod("team", "waiting", 1, "");
  private final Cluster cluster =
      ExtenderFixtures.cluster()
          .add(ExtenderFixtures.node("a", 8))
          .add(ExtenderFixtures.quota("team", 0))
          .add(waiting)
          .build();
  private long nanos;
  private final Decisions decisions =
      new Decisions(
          cluster,
          ExtenderSettings.DEFAULT.withPolicies(
              List.of(
                  ExtenderFixtures.policy(
                      PlacementMode.HOLD, BorrowingMode.IDLE, Tenant.of("owners", 1, "team")))),
          () -> nanos);
  private final HeldTime heldTime = new HeldTime(decisions, () -> nanos);

  private void lookAfter(Duration time) {
    nanos += time.toNanos();
    heldTime.look();
  }

  /** Returns the values by labels. */
  private Map<String, Double> values(String metric) {
    return heldTime.collect().stream()
        .filter(s -> s.getMetadata().getName().equals(metric))
        .flatMap(s -> s.getDataPoints().stream())
        .collect(
            Collectors.toMap(
                p -> p.getLabels().stream().map(Label::getValue).collect(Collectors.joining("/")),
                p ->
                    p instanceof CounterDataPointSnapshot counter
                        ? counter.getValue()
                        : ((GaugeDataPointSnapshot) p).getValue()));
  }

  @Test
  void time_counts_as_long_as_a_pod_is_held() {
    assertThat(decisions.filter(waiting, 1, () -> List.of("a")).reason()).isEqualTo("quota");
    lookAfter(Duration.ofSeconds(1));
    lookAfter(Duration.ofSeconds(2));
    assertThat(values(PODS)).containsExactly(Map.entry("quota/team", 1.0));
    assertThat(values(SECONDS)).containsExactly(Map.entry("quota/team", 3.0));

    decisions.removeHeld(waiting);
    lookAfter(Duration.ofSeconds(4));

    assertThat(values(PODS)).containsExactly(Map.entry("quota/team", 0.0));
    assertThat(values(SECONDS)).containsExactly(Map.entry("quota/team", 3.0));
  }

  @Test
  void a_tenant_has_what_its_namespaces_have() {
    assertThat(decisions.filter(waiting, 1, () -> List.of("a")).reason()).isEqualTo("quota");
    lookAfter(Duration.ofSeconds(2));

    assertThat(values("plimsoll_tenant_held_pods"))
        .containsExactly(Map.entry("quota/policy/owners", 1.0));
    assertThat(values("plimsoll_tenant_held_seconds"))
        .containsExactly(Map.entry("quota/policy/owners", 2.0));
  }

  @Test
  void a_namespace_that_is_gone_leaves_the_metrics() {
    assertThat(decisions.filter(waiting, 1, () -> List.of("a")).reason()).isEqualTo("quota");
    lookAfter(Duration.ofSeconds(1));
    ResourceQuota quota = ExtenderFixtures.quota("team", 0);
    Cluster empty = ExtenderFixtures.cluster().add(ExtenderFixtures.node("a", 8)).build();
    decisions.changed(
        List.of(
            new ObjectChange(Optional.of(waiting), Optional.empty()),
            new ObjectChange(Optional.of(quota), Optional.empty())),
        empty);

    lookAfter(Duration.ofSeconds(1));

    assertThat(values(SECONDS)).isEmpty();
  }
}
