package dev.plimsoll.advisor.controller;

import dev.plimsoll.advisor.live.DeclinedChanges;
import dev.plimsoll.advisor.live.WriteOutcome;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.QuotaRecommendation;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Advice that a run can carry out. Quotas that can't be changed keep their recommendations, which
 * are for those who can change them. What these quotas leave is divided among the others.
 *
 * @param advice the recommendations
 * @param declined the changes that can't be made
 */
record FeasibleAdvice(Advice advice, DeclinedChanges declined) {
  /** How often is decided at most; another decision may change other quotas. */
  private static final int MOST_DECISIONS = 4;

  /**
   * Decides until no further quota is found that can't be changed.
   *
   * @param decision decides while the quotas of some namespaces stay
   * @param dryRuns finds the quotas of an advice that can't be changed
   */
  static FeasibleAdvice of(
      Function<Set<String>, Advice> decision, Function<Advice, Map<String, WriteOutcome>> dryRuns) {
    Advice ideal = decision.apply(Set.of());
    Advice feasible = ideal;
    Set<String> counted = Set.of();
    Map<String, WriteOutcome> declined = new TreeMap<>(dryRuns.apply(ideal));
    int decisions = 1;
    boolean again = !declined.isEmpty();
    while (again && decisions < MOST_DECISIONS) {
      Set<String> fixed =
          declined.keySet().stream()
              .map(label -> label.substring(0, label.indexOf('/')))
              .collect(Collectors.toSet());
      Advice without = decision.apply(fixed);
      decisions++;
      Map<String, WriteOutcome> more = dryRuns.apply(without);
      again = !declined.keySet().containsAll(more.keySet());
      more.forEach(declined::putIfAbsent);
      feasible = without.withRecommendations(merged(without, ideal, fixed));
      counted = unchanged(without, fixed);
    }
    return new FeasibleAdvice(feasible, new DeclinedChanges(declined, counted));
  }

  private static Set<String> unchanged(Advice without, Set<String> fixed) {
    return without.recommendations().stream()
        .filter(r -> fixed.contains(r.proposal().namespace()))
        .filter(r -> r.proposal().keys().stream().allMatch(k -> isUnchanged(r, k)))
        .map(QuotaRecommendation::label)
        .collect(Collectors.toSet());
  }

  private static boolean isUnchanged(QuotaRecommendation recommendation, QuotaKeyProposal key) {
    return recommendation.proposal().now().get(key.key()).equals(Optional.of(key.proposed()));
  }

  private static List<QuotaRecommendation> merged(Advice without, Advice ideal, Set<String> fixed) {
    Map<String, QuotaRecommendation> kept =
        ideal.recommendations().stream()
            .filter(r -> fixed.contains(r.proposal().namespace()))
            .collect(Collectors.toMap(QuotaRecommendation::label, r -> r));
    return without.recommendations().stream().map(r -> kept.getOrDefault(r.label(), r)).toList();
  }
}
