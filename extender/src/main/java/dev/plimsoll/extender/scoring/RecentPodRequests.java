package dev.plimsoll.extender.scoring;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/**
 * The last requests for devices, from which the {@link WorkloadMix} is counted. For one writer, who
 * adds each pod once however often it is asked about; a {@link WorkloadMix} may be handed to
 * anybody.
 */
public final class RecentPodRequests {
  private final int window;
  private final Queue<PodRequest> requests = new ArrayDeque<>();
  private final Map<PodRequest, Long> pods = new HashMap<>();

  /**
   * Remembers nothing yet.
   *
   * @param window how many pods are remembered; at least 1. Those for whole nodes should be some
   *     dozens among them: they are often less than one pod in a hundred.
   */
  public RecentPodRequests(int window) {
    if (window < 1) {
      throw new IllegalArgumentException("the window must be at least 1, got " + window);
    }
    this.window = window;
  }

  /** Remembers a pod and forgets the oldest beyond the window. */
  public void add(PodRequest podRequest) {
    if (podRequest.devices() == 0) {
      return;
    }
    requests.add(podRequest);
    pods.merge(podRequest, 1L, Long::sum);
    if (requests.size() > window) {
      pods.computeIfPresent(requests.remove(), (oldest, count) -> count == 1 ? null : count - 1);
    }
  }

  /** Counts what is remembered. */
  public WorkloadMix workloadMix() {
    return WorkloadMix.of(pods);
  }
}
