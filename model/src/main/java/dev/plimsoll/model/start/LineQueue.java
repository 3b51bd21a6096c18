package dev.plimsoll.model.start;

import java.util.ArrayDeque;
import java.util.Deque;

/** The units of a line that wait in one run: those that waited at first, then those that came. */
final class LineQueue {
  private final ForwardWorld world;
  private final int[] first;
  private final Deque<QueueUnit> more = new ArrayDeque<>(1);
  private int head;

  LineQueue(ForwardWorld.Line line, ForwardWorld world) {
    this.world = world;
    this.first = line.units();
  }

  int size() {
    return first.length - head + more.size();
  }

  QueueUnit first() {
    return head < first.length ? world.units().get(first[head]) : more.getFirst();
  }

  double created() {
    return first().created();
  }

  void add(QueueUnit unit, double time) {
    more.addLast(unit.at(time));
  }

  /** Removes the first unit and returns its number; negative if it came later. */
  int remove() {
    if (head < first.length) {
      return first[head++];
    }
    more.removeFirst();
    return -1;
  }
}
