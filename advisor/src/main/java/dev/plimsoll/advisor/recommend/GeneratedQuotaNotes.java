package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.model.gap.remedy.DeclaringTool;
import dev.plimsoll.model.gap.remedy.GeneratingController;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Notes on recommended changes of quotas that a controller makes: the controller undoes them. */
final class GeneratedQuotaNotes {
  private static final int MOST_NAMED = 3;

  private GeneratedQuotaNotes() {}

  static List<String> of(List<QuotaRecommendation> recommendations) {
    Map<String, List<String>> quotas = new LinkedHashMap<>();
    for (QuotaRecommendation each : recommendations) {
      if (each.proposal().changes()) {
        GeneratingController.of(each.quota())
            .map(DeclaringTool::declaration)
            .ifPresent(d -> quotas.computeIfAbsent(d, any -> new ArrayList<>()).add(each.label()));
      }
    }
    List<String> notes = new ArrayList<>();
    quotas.entrySet().stream()
        .limit(MOST_NAMED)
        .forEach(e -> notes.add(note(e.getKey(), e.getValue())));
    long more = quotas.values().stream().skip(MOST_NAMED).mapToLong(List::size).sum();
    if (more > 0) {
      notes.add(
          Counted.of(more, "more quota", "is", "are")
              + " declared elsewhere, too, and --apply leaves "
              + Counted.verb(more, "it", "these")
              + " alone without --force-conflicts");
    }
    return notes;
  }

  private static String note(String declaration, List<String> quotas) {
    String more = quotas.size() > 1 ? " and " + (quotas.size() - 1) + " more" : "";
    return "%s declares quota %s%s: make the change there, because --apply leaves %s alone without --force-conflicts"
        .formatted(declaration, quotas.get(0), more, Counted.verb(quotas.size(), "it", "these"));
  }
}
