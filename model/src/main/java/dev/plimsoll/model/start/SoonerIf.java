package dev.plimsoll.model.start;

import java.util.List;
import java.util.Optional;

/**
 * A change with the estimate after it.
 *
 * @param action what to do
 * @param commands what does it, as a shell reads it; empty where no command can
 * @param startsNow whether the pod then has a node at once
 * @param likely the new estimate, if there is one
 */
public record SoonerIf(
    String action, List<String> commands, boolean startsNow, Optional<LikelyStart> likely) {
  public SoonerIf {
    commands = List.copyOf(commands);
  }
}
