package dev.plimsoll.console;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.lifetime.EndedRuns;
import dev.plimsoll.model.lifetime.LifetimeHistory;
import dev.plimsoll.model.start.StartQuestion;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.time.Clock;
import java.util.Collection;
import java.util.function.Supplier;

/** Keeps the ends of pods that the console has seen, in memory. */
final class LifetimeKeeper {
  private final Supplier<Cluster> cluster;
  private final Supplier<? extends Collection<CapacityPolicy>> policies;
  private final Clock clock;

  @GuardedBy("this")
  private final EndedRuns ended = new EndedRuns();

  LifetimeKeeper(
      Supplier<Cluster> cluster,
      Supplier<? extends Collection<CapacityPolicy>> policies,
      Clock clock) {
    this.cluster = cluster;
    this.policies = policies;
    this.clock = clock;
  }

  /** Looks which pods have ended. */
  void look() {
    Cluster seen = cluster.get();
    synchronized (this) {
      ended.look(seen, StartQuestion.tenants(seen, policies.get()), clock.instant());
    }
  }

  /** Returns the cluster's pods, and the ends of pods that have left the cluster. */
  synchronized LifetimeHistory history(Cluster now) {
    LifetimeHistory ofPods = LifetimeHistory.of(now, StartQuestion.tenants(now, policies.get()));
    return ofPods.and(ended.history().without(ofPods));
  }
}
