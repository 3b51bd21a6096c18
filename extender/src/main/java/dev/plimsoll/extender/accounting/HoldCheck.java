package dev.plimsoll.extender.accounting;

import java.util.List;
import java.util.Optional;

/**
 * The answer of a quota, a share, a gang or reservations for a pod, with the amounts that decide.
 * The same amounts always give the same answer.
 */
public sealed interface HoldCheck permits QuotaCheck, ShareCheck, GangCheck, ReservationCheck {

  /** Returns why the pod must wait, first of all; empty if it needn't. */
  Optional<HoldReason> holdReason();

  /** Returns all reasons why the pod must wait. */
  default List<HoldReason> holdReasons() {
    return holdReason().stream().toList();
  }

  /** Returns all reasons why the pod must wait, by all checks. */
  static List<HoldReason> holds(List<? extends HoldCheck> checks) {
    return checks.stream().flatMap(c -> c.holdReasons().stream()).toList();
  }

  /** Returns whether the reasons are about all nodes. */
  default boolean isEverywhere() {
    return true;
  }

  /** Returns why the pod waits; empty if it may go to some nodes, and what holds it left these. */
  static Optional<HoldReason> held(List<? extends HoldCheck> checks, int passing) {
    return firstHold(checks.stream().filter(c -> passing == 0 || c.isEverywhere()).toList());
  }

  /** Returns why the pod must wait by the first check that says so. */
  static Optional<HoldReason> firstHold(List<? extends HoldCheck> checks) {
    return checks.stream().map(HoldCheck::holdReason).flatMap(Optional::stream).findFirst();
  }

  /** Returns whether the pod is beyond a share that is reported only. */
  static boolean isBeyondShare(List<? extends HoldCheck> checks) {
    return checks.stream().anyMatch(c -> c instanceof ShareCheck share && share.isReported());
  }

  /** Returns whether all nodes that the pod might go to are reserved for others. */
  static boolean isReserved(List<? extends HoldCheck> checks) {
    return firstHold(checks).isEmpty()
        && checks.stream().anyMatch(c -> c instanceof ReservationCheck r && r.leavesNone());
  }
}
