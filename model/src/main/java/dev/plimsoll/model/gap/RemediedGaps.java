package dev.plimsoll.model.gap;

import java.util.List;

/**
 * The gaps of a survey with their remedies. Finding gaps, trying remedies and writing both are
 * separate steps: whoever writes these simulates nothing.
 *
 * @param survey what was found
 * @param gaps the found gaps in their order, each with its tried remedies
 * @param unexamined the rules that failed, on gaps or on remedies
 */
public record RemediedGaps(GapSurvey survey, List<Gap> gaps, List<Unexamined> unexamined) {

  public RemediedGaps {
    gaps = List.copyOf(gaps);
    unexamined = List.copyOf(unexamined);
  }

  /** Tries the remedies of all gaps of a survey. */
  public static RemediedGaps of(GapSurvey survey) {
    List<Gap> gaps = survey.findings().parallelStream().map(Finding::withRemedies).toList();
    return new RemediedGaps(survey, gaps, survey.unexamined());
  }
}
