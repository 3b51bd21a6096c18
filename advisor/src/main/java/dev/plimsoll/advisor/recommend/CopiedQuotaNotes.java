package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.quota.CopiedQuota;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Notes on limits that several namespaces share, but that the division counts for each alone. */
final class CopiedQuotaNotes {
  private static final int MOST_NAMED = 3;

  private CopiedQuotaNotes() {}

  static List<String> of(List<QuotaRecommendation> recommendations) {
    SortedMap<String, List<String>> namespaces = new TreeMap<>();
    for (QuotaRecommendation each : recommendations) {
      if (!each.proposal().keys().isEmpty() && CopiedQuota.is(each.quota())) {
        namespaces
            .computeIfAbsent(each.quota().name(), n -> new ArrayList<>())
            .add(each.proposal().namespace());
      }
    }
    return namespaces.entrySet().stream().map(e -> note(e.getKey(), e.getValue())).toList();
  }

  private static String note(String quota, List<String> namespaces) {
    int more = namespaces.size() - MOST_NAMED;
    String named =
        String.join(", ", namespaces.subList(0, Math.min(namespaces.size(), MOST_NAMED)));
    return "quota %s limits several namespaces together, but the division counts its limit for each alone: %s"
        .formatted(quota, more > 0 ? named + " and " + more + " more" : named);
  }
}
