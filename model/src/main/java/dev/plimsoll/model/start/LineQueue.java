package dev.plimsoll.model.start;

import java.util.ArrayDeque;
import java.util.Deque;

/** The waiting units of a line in one run: first the initial units, then the arrivals. */
final class LineQueue {
  private final QueueState state;
  private final int[] first;
  private final Deque<QueueUnit> more = new ArrayDeque<>(1);
  private int head;

  LineQueue(QueueLine line, QueueState state) {
    this.state = state;
    this.first = line.units();
  }

  int size() {
    return first.length - head + more.size();
  }

  QueueUnit first() {
    return head < first.length ? state.units().get(first[head]) : more.getFirst();
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
