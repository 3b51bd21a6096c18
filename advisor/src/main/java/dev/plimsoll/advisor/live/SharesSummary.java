package dev.plimsoll.advisor.live;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.Share;
import dev.plimsoll.model.tenancy.Shares;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Shares in one line, as a column of kubectl shows them: {@code vision 12, nlp 24}. */
final class SharesSummary {
  private static final int MOST = 20;

  private SharesSummary() {}

  static String of(Shares shares) {
    boolean isOne = shares.byResource().size() == 1;
    return shares.byResource().entrySet().stream()
        .map(e -> (isOne ? "" : e.getKey() + ": ") + tenants(e))
        .collect(Collectors.joining("; "));
  }

  private static String tenants(Map.Entry<ResourceName, Map<String, Share>> resource) {
    List<Share> all = List.copyOf(resource.getValue().values());
    String first =
        all.stream()
            .limit(MOST)
            .map(s -> s.tenant() + " " + s.share())
            .collect(Collectors.joining(", "));
    return all.size() > MOST ? first + " and " + (all.size() - MOST) + " more" : first;
  }
}
