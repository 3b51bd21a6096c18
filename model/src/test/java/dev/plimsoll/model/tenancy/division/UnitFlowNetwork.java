package dev.plimsoll.model.tenancy.division;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A flow network that is filled unit by unit along whatever path is found. */
final class UnitFlowNetwork {
  static final String SOURCE = "source";
  static final String SINK = "sink";
  static final long WIDE = 1000;

  private final Map<String, Map<String, Long>> residual = new HashMap<>();

  void addEdge(String from, String to, long units) {
    residual.computeIfAbsent(from, f -> new HashMap<>()).merge(to, units, Long::sum);
  }

  long maximumFlow() {
    long carried = 0;
    while (push(SOURCE, new HashSet<>())) {
      carried++;
    }
    return carried;
  }

  private boolean push(String at, Set<String> seen) {
    if (at.equals(SINK)) {
      return true;
    }
    if (!seen.add(at)) {
      return false;
    }
    for (String to : Set.copyOf(residual.getOrDefault(at, Map.of()).keySet())) {
      if (residual.getOrDefault(at, Map.of()).getOrDefault(to, 0L) > 0 && push(to, seen)) {
        addEdge(at, to, -1);
        addEdge(to, at, 1);
        return true;
      }
    }
    return false;
  }
}
