package dev.plimsoll.admission.gate;

import dev.plimsoll.kube.live.ApiOutage;
import dev.plimsoll.model.gate.GateDecision;
import dev.plimsoll.model.gate.GateReason;
import dev.plimsoll.server.metrics.MetricsRegistry;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Reports the gates' outcomes in log and metrics; each outage is logged once. */
final class GateLog {
  private static final System.Logger LOG = System.getLogger(GateLog.class.getName());

  private final Gauge gated;
  private final Gauge blocked;
  private final Counter removed;
  private Optional<System.Logger.Level> told = Optional.empty();

  GateLog(MetricsRegistry registry) {
    gated =
        registry.register(
            Gauge.builder()
                .name("plimsoll_admission_gated_pods")
                .help("Pods behind the gate, by the reason that they wait for.")
                .labelNames("reason")
                .build());
    blocked =
        registry.register(
            Gauge.builder()
                .name("plimsoll_admission_gates_blocked")
                .help("1 while no gate is removed, because the cluster isn't known well enough.")
                .build());
    removed =
        registry.register(
            Counter.builder()
                .name("plimsoll_admission_gates_removed")
                .help("Pods that lost the gate.")
                .build());
    decided(Map.of());
  }

  private void decided(Map<GateReason.Cause, Integer> numbers) {
    for (GateReason.Cause cause : GateReason.Cause.values()) {
      gated.labelValues(cause.word()).set(numbers.getOrDefault(cause, 0));
    }
  }

  /** Reports the waiting pods. */
  void decided(GateDecision decision) {
    Map<GateReason.Cause, Integer> numbers = new EnumMap<>(GateReason.Cause.class);
    decision
        .waiting()
        .forEach(w -> numbers.merge(w.reason().cause(), w.pods().size(), Integer::sum));
    decided(numbers);
  }

  /** Reports that no pod waits here. */
  void idle() {
    decided(Map.of());
    unblocked();
  }

  /** Reports that this replica doesn't lead, so that it doesn't know whether gates are removed. */
  void follows() {
    decided(Map.of());
    blocked.set(0);
  }

  void removed() {
    removed.inc();
  }

  /**
   * Reports why no gate is removed. Only the first reason is logged until gates are removed again:
   * after a restart of the API server, each watch is another reason for a moment.
   */
  void blocked(String problem) {
    blocked(System.Logger.Level.WARNING, problem);
  }

  /**
   * Reports that no gate is removed yet, because the former leader's changes aren't all observed.
   */
  void takesOver() {
    blocked(System.Logger.Level.INFO, "what the former leader did has not been observed yet");
  }

  private void blocked(System.Logger.Level level, String problem) {
    blocked.set(1);
    if (told.filter(l -> l.compareTo(level) >= 0).isEmpty() && !ApiOutage.isAnyOn()) {
      told = Optional.of(level);
      LOG.log(level, "no scheduling gate is removed: {0}", problem);
    }
  }

  void unblocked() {
    blocked.set(0);
    if (told.isPresent()) {
      told = Optional.empty();
      LOG.log(System.Logger.Level.INFO, "scheduling gates are removed again");
    }
  }
}
