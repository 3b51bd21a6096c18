package dev.plimsoll.model.start;

import java.time.Instant;
import java.util.List;

/**
 * A time by which a pod starts, and the fixed facts that it follows from.
 *
 * @param at the time
 * @param because the facts, a sentence each
 */
public record LatestStart(Instant at, List<String> because) {
  public LatestStart {
    because = List.copyOf(because);
  }
}
