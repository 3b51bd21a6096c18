package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.model.gap.Unexamined;
import java.util.List;

/**
 * The answer about a set.
 *
 * @param findings what it does, the worst first
 * @param better what the change mends; always empty without a base
 * @param objects how many objects it has
 * @param pods how many pods were tried
 * @param placed how many of them get a node
 * @param unread what was not read and would be needed to know all
 * @param unexamined on what a rule failed
 */
public record CheckResult(
    List<CheckFinding> findings,
    List<CheckFinding> better,
    int objects,
    int pods,
    int placed,
    Unread unread,
    List<Unexamined> unexamined) {

  public CheckResult {
    findings = List.copyOf(findings);
    better = List.copyOf(better);
    unexamined = List.copyOf(unexamined);
  }

  /** Returns whether everything is known that could be a finding. */
  public boolean isKnown() {
    return unread.isEmpty()
        && unexamined.isEmpty()
        && findings.stream().allMatch(CheckFinding::isKnown);
  }
}
