package dev.plimsoll.model.tenancy.steering;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LongSummaryStatistics;

/** How a tenant's demand moved in the remembered past. */
final class Swing {
  private final Deque<Long> demands = new ArrayDeque<>();

  void remember(long demand, long moments) {
    demands.addLast(demand);
    while (demands.size() > moments) {
      demands.removeFirst();
    }
  }

  /** Returns for how many moments up to now the demand was no more than that. */
  int momentsWithin(long units) {
    int moments = 0;
    for (Iterator<Long> latest = demands.descendingIterator(); latest.hasNext(); moments++) {
      if (latest.next() > units) {
        break;
      }
    }
    return moments;
  }

  /** Returns the distance from low to peak, counting both; at least 1. */
  long range() {
    LongSummaryStatistics all = demands.stream().mapToLong(Long::longValue).summaryStatistics();
    return demands.isEmpty() ? 1 : all.getMax() - all.getMin() + 1;
  }
}
