package dev.plimsoll.model.tenancy.rebalance;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LongSummaryStatistics;

/** How a tenant's demand moved in the remembered past. */
final class DemandHistory {
  private final Deque<Long> observed = new ArrayDeque<>();

  void remember(long demand, long most) {
    observed.addLast(demand);
    while (observed.size() > most) {
      observed.removeFirst();
    }
  }

  /** Returns for how many observations up to now the demand was no more than that. */
  int observationsWithin(long units) {
    int count = 0;
    for (Iterator<Long> latest = observed.descendingIterator(); latest.hasNext(); count++) {
      if (latest.next() > units) {
        break;
      }
    }
    return count;
  }

  /** Returns the distance from low to peak, counting both; at least 1. */
  long range() {
    LongSummaryStatistics all = observed.stream().mapToLong(Long::longValue).summaryStatistics();
    return observed.isEmpty() ? 1 : all.getMax() - all.getMin() + 1;
  }
}
