package dev.plimsoll.advisor.backtest;

import dev.plimsoll.model.tenancy.steering.Load;
import dev.plimsoll.model.tenancy.steering.Moment;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Moves what is waited for from whoever has most slack, and nothing else. */
final class MoveOnly implements QuotaRule {
  private final TreeMap<String, Long> quotas;

  MoveOnly(SortedMap<String, Long> quotas) {
    this.quotas = new TreeMap<>(quotas);
  }

  @Override
  public SortedMap<String, Long> decide(Moment moment) {
    List<Load> waiting =
        moment.loads().stream()
            .filter(l -> slack(l) < 0)
            .sorted(Comparator.comparingLong(this::slack))
            .toList();
    for (Load receiver : waiting) {
      while (slack(receiver) < 0) {
        Load donor =
            moment.loads().stream().max(Comparator.comparingLong(this::slack)).orElse(receiver);
        if (slack(donor) <= 0) {
          break;
        }
        long units = Math.min(slack(donor), -slack(receiver));
        quotas.merge(donor.tenant(), -units, Long::sum);
        quotas.merge(receiver.tenant(), units, Long::sum);
      }
    }
    return new TreeMap<>(quotas);
  }

  private long slack(Load load) {
    return quotas.getOrDefault(load.tenant(), 0L) - load.demand();
  }
}
