package dev.plimsoll.model.start;

import dev.plimsoll.model.gate.GateRelease;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Gives tenants their turns at the gate, in one run. */
final class GatePass {
  private static final double OVERDUE = GateRelease.NOT_PASSED_AFTER.toSeconds();

  private final QueueState state;
  private final RunQueue queue;
  private final LineStarter starter;
  private final ShareCounts shares;
  private final BitSet overdue = new BitSet();

  GatePass(QueueState state, RunQueue queue, LineStarter starter, ShareCounts shares) {
    this.state = state;
    this.queue = queue;
    this.starter = starter;
    this.shares = shares;
  }

  /** Returns whether any line is worth a try. */
  boolean mayOpen(int changed) {
    for (int turn = 0; turn < queue.turns(); turn++) {
      LineOrder order = queue.gated(turn);
      for (int i = 0; i < order.size(); i++) {
        if (starter.mayGo(order.get(i), changed)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Gives turns until no tenant has a unit that can go. */
  void fill(int changed, double now) {
    int turns = queue.turns();
    if (!mayTurnGo(changed, now)) {
      for (int turn = 0; turn < turns; turn++) {
        int[] lines = queue.gated(turn).toArray();
        takeTurn(lines, lines.length, changed, now);
      }
      return;
    }
    List<Integer> left = new ArrayList<>();
    int[][] lines = new int[turns][];
    int[] sizes = new int[turns];
    for (int turn = 0; turn < turns; turn++) {
      lines[turn] = queue.gated(turn).toArray();
      sizes[turn] = lines[turn].length;
      if (sizes[turn] > 0) {
        left.add(turn);
      }
    }
    left.sort((one, other) -> queue.gated(0).order(lines[one][0], lines[other][0]));
    while (!left.isEmpty()) {
      Integer turn =
          Collections.min(
              left, Comparator.comparingDouble(t -> shares.dominant(state.turnAccounts(t))));
      int at = takeTurn(lines[turn], sizes[turn], changed, now);
      if (at >= 0) {
        sizes[turn] = moved(lines[turn], sizes[turn], at);
      }
      if (at < 0 || sizes[turn] == 0) {
        left.remove(turn);
      }
    }
  }

  /** Moves a line to where its next unit belongs, or drops it; returns how many are left. */
  private int moved(int[] lines, int size, int at) {
    int line = lines[at];
    int to = at;
    while (to + 1 < size
        && (queue.isEmpty(line) || queue.gated(0).compare(lines[to + 1], line) < 0)) {
      lines[to] = lines[to + 1];
      to++;
    }
    lines[to] = line;
    return queue.isEmpty(line) ? size - 1 : size;
  }

  /** Returns whether the gate may let any unit go. */
  private boolean mayTurnGo(int changed, double now) {
    for (int turn = 0; turn < queue.turns(); turn++) {
      LineOrder order = queue.gated(turn);
      overdue.clear();
      for (int i = 0; i < order.size(); i++) {
        int line = order.get(i);
        if (!overdue.intersects(divided(line))) {
          if (starter.mayGo(line, changed) && !starter.isHeld(line)) {
            return true;
          }
          addOverdue(line, now);
        }
      }
    }
    return false;
  }

  private BitSet divided(int line) {
    return state.lines().get(line).divided();
  }

  private void addOverdue(int line, double now) {
    if (now - queue.created(line) >= OVERDUE && state.lines().get(line).couldHold()) {
      overdue.or(divided(line));
    }
  }

  /**
   * Releases the first unit of a tenant that can go, and returns the index of its line; -1 if none
   * can. Nobody passes a unit that is overdue.
   */
  private int takeTurn(int[] lines, int size, int changed, double now) {
    overdue.clear();
    for (int i = 0; i < size; i++) {
      int line = lines[i];
      if (overdue.intersects(divided(line))) {
        starter.skip(line);
      } else if (starter.start(line, changed, now)) {
        return i;
      } else {
        addOverdue(line, now);
      }
    }
    return -1;
  }
}
