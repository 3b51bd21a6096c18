package dev.plimsoll.model.tenancy.decision;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Follows each node from one observation to the next, by its name. A node that changes its pool
 * takes its units and losses along, so it counts once. Units that a node no longer has are lost,
 * except if they were taken on purpose. New units of a pool replace what the pool lost, latest
 * first.
 */
final class NodeHistory {
  private final Map<String, NodeState> before;
  private final Instant now;
  private final Map<String, NodeState> next = new TreeMap<>();
  private final Map<String, Long> gained = new TreeMap<>();

  private NodeHistory(Map<String, NodeState> before, Instant now) {
    this.before = before;
    this.now = now;
  }

  /**
   * Returns the state to remember for each node.
   *
   * @param seen the pools that count
   * @param elsewhere the names of nodes that are there and in no pool that counts
   * @param before what was remembered
   */
  static Map<String, NodeState> of(
      List<PoolObservation> seen,
      Set<String> elsewhere,
      Map<String, NodeState> before,
      Instant now) {
    NodeHistory history = new NodeHistory(before, now);
    for (PoolObservation pool : seen) {
      pool.nodes().forEach(n -> history.follow(pool.pool(), n));
    }
    before.forEach(
        (name, state) -> {
          if (!history.next.containsKey(name) && !elsewhere.contains(name)) {
            history.next.put(name, gone(state, now));
          }
        });
    history.gained.forEach(history::replace);
    history.next.values().removeIf(NodeState::isForgettable);
    return history.next;
  }

  private void follow(String pool, NodeObservation seen) {
    NodeState former =
        before.getOrDefault(seen.name(), new NodeState(pool, 0, 0, Optional.empty(), List.of()));
    long lost = seen.lost();
    if (!before.isEmpty()) {
      lost = Math.min(lost, former.present()); // a node that is new has not begun to take pods
    }
    long present = seen.available() + lost;
    long withheld = seen.withheld() + seen.lost() - lost;
    long missing = former.present() - present - Math.max(0, withheld - former.withheld());
    List<CapacityLoss> vanished = new ArrayList<>(former.vanished());
    if (missing > 0) {
      vanished.add(new CapacityLoss(now, missing));
    } else {
      long all = present + withheld - former.present() - former.withheld();
      long left = comeBack(vanished, Math.max(0, all));
      long more = present - former.present() - Math.max(0, former.withheld() - withheld);
      gained.merge(pool, Math.min(left, Math.max(0, more)), Long::sum);
    }
    Optional<Instant> lostSince =
        lost == 0
            ? Optional.empty()
            : seen.lostSince().or(former::lostSince).or(() -> Optional.of(now));
    next.put(seen.name(), new NodeState(pool, present, withheld, lostSince, vanished));
  }

  /**
   * Returns the state of a deleted node. Units lost before the deletion count as lost since then,
   * the other units since now.
   */
  private static NodeState gone(NodeState state, Instant now) {
    List<CapacityLoss> vanished = new ArrayList<>(state.vanished());
    if (state.present() > 0) {
      vanished.add(new CapacityLoss(state.lostSince().orElse(now), state.present()));
    }
    return new NodeState(state.pool(), 0, 0, Optional.empty(), vanished);
  }

  private void replace(String pool, long units) {
    Collection<String> names =
        next.entrySet().stream()
            .filter(n -> n.getValue().pool().equals(pool) && !n.getValue().vanished().isEmpty())
            .sorted(
                Map.Entry.comparingByValue(Comparator.comparing(NodeHistory::latest).reversed()))
            .map(Map.Entry::getKey)
            .toList();
    long left = units;
    for (String name : names) {
      NodeState state = next.get(name);
      if (state != null && left > 0) {
        List<CapacityLoss> vanished = new ArrayList<>(state.vanished());
        left = comeBack(vanished, left);
        next.put(name, state.withVanished(vanished));
      }
    }
  }

  private static Instant latest(NodeState state) {
    return state.vanished().get(state.vanished().size() - 1).since();
  }

  /** Takes units off the losses, latest first, and returns what is left of the units. */
  private static long comeBack(List<CapacityLoss> vanished, long units) {
    long left = units;
    while (left > 0 && !vanished.isEmpty()) {
      CapacityLoss latest = vanished.remove(vanished.size() - 1);
      if (latest.units() > left) {
        vanished.add(new CapacityLoss(latest.since(), latest.units() - left));
      }
      left -= Math.min(left, latest.units());
    }
    return left;
  }
}
