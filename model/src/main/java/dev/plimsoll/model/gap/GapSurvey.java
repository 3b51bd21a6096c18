package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.cluster.Unread;
import java.util.List;

/**
 * The gaps that were found, and what isn't known.
 *
 * @param findings the gaps
 * @param unknowns which kinds of gaps there may be besides, and why that isn't known; empty if all
 *     was read that a gap could show in
 * @param examined how much was looked at
 * @param examination what looked; it knows what it could not look at
 */
public record GapSurvey(
    List<Finding> findings,
    List<UnknownGaps> unknowns,
    Examined examined,
    Examination examination) {

  public GapSurvey {
    findings = List.copyOf(findings);
    unknowns = List.copyOf(unknowns);
  }

  /** Returns whether it is certain that there are no gaps. */
  public boolean isFine() {
    return findings.isEmpty() && unknowns.isEmpty() && unexamined().isEmpty();
  }

  /** Returns the same with some of the gaps only. */
  public GapSurvey withFindings(List<Finding> some) {
    return new GapSurvey(some, unknowns, examined, examination);
  }

  /** Returns all that was not read and would be needed. */
  public Unread unread() {
    return unknowns.stream().map(UnknownGaps::unread).reduce(Unread.NOTHING, Unread::and);
  }

  /** Returns the failures of rules. Remedies are tried late, so more failures may follow. */
  public List<Unexamined> unexamined() {
    return examination.failures();
  }
}
