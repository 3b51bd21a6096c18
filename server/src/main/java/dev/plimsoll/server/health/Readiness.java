package dev.plimsoll.server.health;

import java.util.Optional;

/** Decides whether the cluster has been read completely and is current. */
@FunctionalInterface
public interface Readiness {

  /** Returns why not, as a sentence; empty if it is. */
  Optional<String> problem();
}
