package dev.plimsoll.extender.scheduler;

import dev.plimsoll.kubernetes.object.Pod;
import java.util.HashMap;
import java.util.Map;

/** The usage of tenants, and of namespaces without a tenant, which decides whose turn it is. */
final class TenantTurns {
  private final SchedulerState state;
  private final Map<String, Turn> byNamespace = new HashMap<>();
  private final Map<String, Turn> byTenant = new HashMap<>();

  TenantTurns(SchedulerState state) {
    this.state = state;
  }

  Turn of(Pod pod) {
    return byNamespace.computeIfAbsent(
        pod.namespace(),
        n ->
            state
                .usage()
                .dominantShare(state.cluster(), pod)
                .map(s -> byTenant.computeIfAbsent(s.tenant(), t -> new Turn(s.used())))
                .orElseGet(() -> new Turn(0)));
  }

  /** The use that one tenant makes of its share and of reservations. */
  static final class Turn {
    private final double used;
    private int reserved;

    private Turn(double used) {
      this.used = used;
    }

    /** Returns how much of its share it has used, 1 for all. */
    double used() {
      return used;
    }

    int reserved() {
      return reserved;
    }

    /** Counts a reserved node. */
    void reserve() {
      reserved++;
    }
  }
}
