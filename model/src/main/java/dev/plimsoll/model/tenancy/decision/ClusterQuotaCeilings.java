package dev.plimsoll.model.tenancy.decision;

import java.util.ArrayList;
import java.util.List;

/** The ceilings under a ClusterResourceQuota, which it bounds together. */
final class ClusterQuotaCeilings {
  private final ClusterQuotaObservation seen;
  private final List<Ceiling> ceilings = new ArrayList<>();
  private final CeilingSums sums = new CeilingSums();

  ClusterQuotaCeilings(ClusterQuotaObservation seen) {
    this.seen = seen;
  }

  ClusterQuotaObservation seen() {
    return seen;
  }

  boolean selects(String namespace) {
    return seen.namespaces().contains(namespace);
  }

  void add(Ceiling ceiling) {
    ceilings.add(ceiling);
  }

  List<Ceiling> ceilings() {
    return ceilings;
  }

  /** Counts what one of its ceilings has moved by. */
  void moved(long value, long slack) {
    sums.add(value, slack);
  }

  /** Returns by how much they may rise together. */
  long headroom() {
    return Math.max(0, seen.units() - sums.value());
  }

  /** Returns by how much they are too high together. */
  long excess() {
    return Math.max(0, sums.value() - seen.units());
  }

  /** Returns the units that can be taken from them without stopping or delaying any pod. */
  long slack() {
    return sums.slack();
  }

  /** Returns whether what all pods under it are charged fits into it. */
  boolean coversCharged() {
    return ceilings.stream().mapToLong(c -> c.seen().charged()).sum() <= seen.units();
  }
}
