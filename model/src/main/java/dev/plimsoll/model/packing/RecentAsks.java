package dev.plimsoll.model.packing;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/**
 * The last asks for devices, from which the {@link Mix} is counted. For one writer, who adds each
 * pod once however often it is asked about; a {@link Mix} may be handed to anybody.
 */
public final class RecentAsks {
  private final int window;
  private final Queue<Ask> asks = new ArrayDeque<>();
  private final Map<Ask, Long> pods = new HashMap<>();

  /**
   * Remembers nothing yet.
   *
   * @param window how many pods are remembered; at least 1. Those for whole nodes should be some
   *     dozens among them: they are often less than one pod in a hundred.
   */
  public RecentAsks(int window) {
    if (window < 1) {
      throw new IllegalArgumentException(
          "At least one pod must be remembered, not " + window + ".");
    }
    this.window = window;
  }

  /** Remembers a pod and forgets the oldest beyond the window. */
  public void add(Ask ask) {
    if (ask.devices() == 0) {
      return;
    }
    asks.add(ask);
    pods.merge(ask, 1L, Long::sum);
    if (asks.size() > window) {
      pods.computeIfPresent(asks.remove(), (oldest, count) -> count == 1 ? null : count - 1);
    }
  }

  /** Counts what is remembered. */
  public Mix mix() {
    return Mix.of(pods);
  }
}
