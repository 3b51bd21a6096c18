package dev.plimsoll.server.health;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * Checks that must hold while the process lives. Once some of it has stopped for good, only a
 * restart helps; that a cluster can't be reached is no such case.
 */
public final class Liveness {
  private final List<Supplier<Optional<String>>> checks = new CopyOnWriteArrayList<>();

  /** Adds a check, which returns why it fails, as a sentence. */
  public void add(Supplier<Optional<String>> check) {
    checks.add(check);
  }

  /** Returns why the process should be restarted, as a sentence; empty if it needn't be. */
  public Optional<String> problem() {
    return checks.stream().map(Supplier::get).flatMap(Optional::stream).findFirst();
  }
}
