package dev.plimsoll.kubernetes.placement.framework;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The text in which kube-scheduler says that no node fits. Each reason counts once a node; the
 * entries are sorted as plain text, so that 10 comes before 2.
 *
 * <p>Source: {@code FitError.Error} in {@code pkg/scheduler/framework/types.go}.
 */
public final class FitError {
  private final int nodes;
  private final IdentityHashMap<Rejection, int[]> rejections = new IdentityHashMap<>();
  private String preFilter = "";
  private String postFilter = "";

  /** Starts the text for a number of nodes. */
  public FitError(int nodes) {
    this.nodes = nodes;
  }

  /** Counts the reasons for which a node was rejected. */
  public FitError count(Rejection rejection) {
    rejections.computeIfAbsent(rejection, r -> new int[1])[0]++;
    return this;
  }

  /** Sets the message of a rejection before nodes were filtered; it replaces the reasons. */
  public FitError preFilter(String message) {
    preFilter = message;
    return this;
  }

  /** Sets the message about why preemption does not help. */
  public FitError postFilter(String message) {
    postFilter = message;
    return this;
  }

  /** Returns the text. */
  public String message() {
    StringBuilder text = new StringBuilder("0/").append(nodes).append(" nodes are available:");
    String reasons = preFilter.isEmpty() ? reasons() : preFilter;
    if (!reasons.isEmpty()) {
      text.append(' ').append(reasons).append('.');
    }
    if (!postFilter.isEmpty()) {
      text.append(' ').append(postFilter);
    }
    return text.toString();
  }

  private String reasons() {
    Map<String, Integer> counts = new TreeMap<>();
    rejections.forEach(
        (rejection, count) ->
            rejection.reasons().forEach(r -> counts.merge(r, count[0], Integer::sum)));
    List<String> entries = new ArrayList<>(counts.size());
    counts.forEach((reason, count) -> entries.add(count + " " + reason));
    entries.sort(null);
    return String.join(", ", entries);
  }
}
