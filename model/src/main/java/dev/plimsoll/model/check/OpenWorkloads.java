package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.object.ObjectReference;
import java.util.List;
import java.util.Set;

/**
 * The workloads of a set whose end depends on the order in which controllers create pods.
 *
 * @param workloads the workloads
 * @param deniesAnyway whether some pod of the set is denied in every order, if one is in its own
 * @param waitsAnyway whether some pod of the set is denied, waits or evicts others in every order,
 *     if one does in its own
 */
record OpenWorkloads(Set<ObjectReference> workloads, boolean deniesAnyway, boolean waitsAnyway) {
  static final OpenWorkloads NONE = new OpenWorkloads(Set.of(), true, true);

  OpenWorkloads {
    workloads = Set.copyOf(workloads);
  }

  /** Returns the outcomes of a workload that the set has in every order. */
  List<Outcome> certain(TriedWorkload tried, List<Outcome> played) {
    if (!has(tried)) {
      return played;
    }
    return played.stream()
        .filter(
            o ->
                switch (o.key().effect()) {
                  case Denied -> deniesAnyway;
                  case Waits, WorseForOthers -> waitsAnyway;
                  case OpensGap, Unknown, Better -> true;
                })
        .toList();
  }

  boolean has(TriedWorkload tried) {
    return workloads.contains(tried.reference());
  }
}
