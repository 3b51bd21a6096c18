package dev.plimsoll.server.health;

import dev.plimsoll.kube.watch.InformerHealth;
import dev.plimsoll.kube.watch.WatchHealth;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Supplier;

/** Whether the service hears from the cluster; the page shows it. */
public final class ClusterNews {
  private volatile Supplier<Optional<String>> interruption = Optional::empty;

  /** Makes the news of a cluster that doesn't change. */
  public ClusterNews() {}

  /** Goes by what informers hear from now on. */
  public void follow(Supplier<WatchHealth> health) {
    interruption = () -> interruption(health.get());
  }

  /** Returns why nothing is heard, as a sentence; empty if the cluster is heard of. */
  public Optional<String> interruption() {
    return interruption.get();
  }

  /** Kinds that may not be read are left out, and fail for good. */
  static Optional<String> interruption(WatchHealth health) {
    return health.informers().values().stream()
        .filter(h -> h.synced() && h.failures() > 0 && !h.problem().isEmpty())
        .max(Comparator.comparing((InformerHealth h) -> h.silence().orElse(Duration.ZERO)))
        .map(
            h ->
                "nothing is heard of the cluster since "
                    + h.silence().orElse(Duration.ZERO).toSeconds()
                    + " s: "
                    + h.problem());
  }
}
