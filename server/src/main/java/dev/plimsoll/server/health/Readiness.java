package dev.plimsoll.server.health;

import java.util.Optional;

/** Says whether the picture is whole and fresh. */
@FunctionalInterface
public interface Readiness {

  /** Returns why not, as a sentence; empty if it is. */
  Optional<String> problem();
}
