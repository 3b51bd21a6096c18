package dev.plimsoll.model.start;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Tries the first units of lines in one run. A unit starts if shares let it go and nodes take it. A
 * unit that no node took is tried again only on the nodes that changed.
 */
final class LineStarter {
  private final QueueState state;
  private final RunQueue queue;
  private final RunNodes nodes;
  private final RunOccupants occupants;
  private final ShareCounts shares;
  private final RunStarts starts;
  private final BitSet[] fitting;
  private final boolean[] isOfSeveral;
  private final boolean[] isNowhere;
  private final ShareTable.Charge[] sums;

  LineStarter(
      QueueState state,
      RunQueue queue,
      RunNodes nodes,
      RunOccupants occupants,
      ShareCounts shares,
      RunStarts starts) {
    this.state = state;
    this.queue = queue;
    this.nodes = nodes;
    this.occupants = occupants;
    this.shares = shares;
    this.starts = starts;
    List<QueueLine> lines = state.lines();
    this.fitting = lines.stream().map(l -> nodes.fitting(l.shapes()[0])).toArray(BitSet[]::new);
    this.sums =
        lines.stream().map(l -> ShareTable.sum(l.charges())).toArray(ShareTable.Charge[]::new);
    this.isOfSeveral = new boolean[lines.size()];
    this.isNowhere = new boolean[lines.size()];
    for (int line = 0; line < isNowhere.length; line++) {
      isOfSeveral[line] = lines.get(line).shapes().length > 1;
      isNowhere[line] = lines.get(line).isNowhere();
    }
  }

  /**
   * Returns whether a line is worth a try: cheap, and false only if no unit of it can go.
   *
   * @param changed the only node that changed since the line was tried; negative if others did
   */
  boolean mayGo(int line, int changed) {
    return isOfSeveral[line]
        ? nodes.mayFit(state.lines().get(line))
        : !isNowhere[line] || changed < 0 || fits(line, changed);
  }

  private boolean fits(int line, int node) {
    return fitting[line].get(node);
  }

  /** Returns whether shares hold the first unit of a line. */
  boolean isHeld(int line) {
    return state.hasShares() && !shares.suffices(sums[line]);
  }

  /** Returns whether no node took a unit of a line lately. */
  boolean isNowhere(int line) {
    return isNowhere[line];
  }

  /** Notes that a line isn't tried now, although nodes may take its first unit. */
  void skip(int line) {
    isNowhere[line] = false;
  }

  /** Notes of lines where nothing waits whether nodes would take a unit. */
  void lookAtEmpty(int changed) {
    if (changed < 0) {
      for (int line = 0; line < isNowhere.length; line++) {
        isNowhere[line] &= !queue.isEmpty(line);
      }
      return;
    }
    for (int line : state.linesAt(changed)) {
      if (isNowhere[line] && queue.isEmpty(line)) {
        isNowhere[line] = !fits(line, changed);
      }
    }
  }

  /** Starts the first unit of a line if shares and nodes take it, and returns whether it did. */
  boolean start(int line, int changed, double now) {
    if (isHeld(line)) {
      isNowhere[line] = false;
      return false;
    }
    QueueUnit unit = queue.first(line);
    return unit.isGang() ? startGang(line, unit, now) : startSingle(line, unit, changed, now);
  }

  private boolean startSingle(int line, QueueUnit unit, int changed, double now) {
    int node =
        !isNowhere[line] || changed < 0
            ? nodes.best(unit.shapes().get(0))
            : fits(line, changed) ? changed : -1;
    if (node < 0) {
      isNowhere[line] = true;
      return false;
    }
    starts.add(queue.remove(line), now);
    nodes.take(node, unit.shapes().get(0).request());
    occupy(line, unit, 0, node, now);
    return true;
  }

  private boolean startGang(int line, QueueUnit unit, double now) {
    if (!nodes.mayFit(state.lines().get(line))) {
      return false;
    }
    int[] taken = new int[unit.pods().size()];
    for (int i = 0; i < taken.length; i++) {
      taken[i] = nodes.best(unit.shapes().get(i));
      if (taken[i] < 0) {
        giveBack(unit, Arrays.copyOf(taken, i));
        return false;
      }
      nodes.take(taken[i], unit.shapes().get(i).request());
    }
    starts.add(queue.remove(line), now);
    for (int i = 0; i < taken.length; i++) {
      occupy(line, unit, i, taken[i], now);
    }
    return true;
  }

  private void giveBack(QueueUnit unit, int[] taken) {
    for (int i = 0; i < taken.length; i++) {
      nodes.free(taken[i], unit.shapes().get(i).request());
    }
  }

  private void occupy(int line, QueueUnit unit, int index, int node, double now) {
    ShareTable.Charge charge = state.lines().get(line).charges().get(index);
    if (state.hasShares()) {
      shares.placed(charge, node, true);
    }
    occupants.add(unit, index, node, charge, now);
  }
}
