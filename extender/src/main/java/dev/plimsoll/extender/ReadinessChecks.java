package dev.plimsoll.extender;

import dev.plimsoll.server.health.Readiness;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** What must hold before kube-scheduler is answered; until all has been started nothing is. */
final class ReadinessChecks implements Readiness {
  private final List<Readiness> checks = new CopyOnWriteArrayList<>();
  private volatile boolean hasStarted;

  /** Adds something that says why it isn't ready; the first that does is told. */
  void add(Readiness check) {
    checks.add(check);
  }

  /** All has been started. */
  void started() {
    hasStarted = true;
  }

  @Override
  public Optional<String> problem() {
    for (Readiness check : checks) {
      Optional<String> problem = check.problem();
      if (problem.isPresent()) {
        return problem;
      }
    }
    return hasStarted ? Optional.empty() : Optional.of("the service is starting");
  }
}
