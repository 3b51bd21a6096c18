package dev.plimsoll.server.health;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Checks that must hold before a role gets calls. A role is ready only once all parts have started,
 * since another port may answer probes long before the role listens.
 */
public final class ReadinessChecks implements Readiness {
  private final List<Readiness> checks = new CopyOnWriteArrayList<>();
  private volatile boolean hasStarted;

  /** Adds a check, which returns why the role isn't ready; the first reason is shown. */
  public void add(Readiness check) {
    checks.add(check);
  }

  /** All has been started. */
  public void started() {
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
