package dev.plimsoll.kubernetes.placement.plugins;

import java.util.HashMap;
import java.util.Map;

/**
 * How many pods each domain of a constraint has. Immutable; a change is kept beside the counts, as
 * preemption asks for many small ones, each in a single domain.
 *
 * @param constraint the constraint
 * @param counts the pods by domain
 * @param fewest the lowest count
 * @param emptiest a domain that has it
 * @param fewestElsewhere the lowest count of the other domains
 * @param changed the domain whose count is different
 * @param change by how much
 */
record SpreadCounts(
    SpreadConstraint constraint,
    Map<String, Integer> counts,
    int fewest,
    String emptiest,
    int fewestElsewhere,
    String changed,
    int change) {

  static SpreadCounts of(SpreadConstraint constraint, Map<String, Integer> counts) {
    int fewest = Integer.MAX_VALUE;
    int fewestElsewhere = Integer.MAX_VALUE;
    String emptiest = "";
    for (Map.Entry<String, Integer> count : counts.entrySet()) {
      if (count.getValue() < fewest) {
        fewestElsewhere = fewest;
        fewest = count.getValue();
        emptiest = count.getKey();
      } else {
        fewestElsewhere = Math.min(fewestElsewhere, count.getValue());
      }
    }
    return new SpreadCounts(constraint, counts, fewest, emptiest, fewestElsewhere, "", 0);
  }

  /** The pods of a domain. */
  int in(String domain) {
    int count = counts.getOrDefault(domain, 0);
    return change != 0 && domain.equals(changed) ? count + change : count;
  }

  /** The pods of the emptiest domain; 0 where there are too few domains. */
  int minimum() {
    if (counts.size() < constraint.minDomains()) {
      return 0;
    }
    if (change == 0) {
      return fewest;
    }
    return Math.min(in(changed), changed.equals(emptiest) ? fewestElsewhere : fewest);
  }

  SpreadCounts changed(String domain, int by) {
    if (change == 0 || domain.equals(changed)) {
      return new SpreadCounts(
          constraint, counts, fewest, emptiest, fewestElsewhere, domain, change + by);
    }
    Map<String, Integer> settled = new HashMap<>(counts);
    settled.merge(changed, change, Integer::sum);
    return of(constraint, settled).changed(domain, by);
  }
}
