package dev.plimsoll.advisor.notify;

import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.cost.WaitingSince;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A gap as an alert. Alertmanager knows an alert by its labels, so no label has a number.
 *
 * @param kind the kind of gap
 * @param labels the labels, by name
 * @param summary the gap's message
 * @param since when the gap began, as far as the cluster recorded it
 */
record GapAlert(GapKind kind, Map<String, String> labels, String summary, Optional<Instant> since) {
  /** The labels that each alert has. */
  static final Set<String> OWN_LABELS =
      Set.of("alertname", "gap", "kind", "severity", "namespace", "tenant", "object", "resource");

  private static final String NAME = "PlimsollGap";

  GapAlert {
    labels = Map.copyOf(labels);
  }

  /**
   * Returns the alert of a gap.
   *
   * @param tenant the tenant of the gap's namespace, empty if there is none
   * @param labels further labels
   */
  static GapAlert of(Gap gap, String tenant, Map<String, String> labels) {
    Map<String, String> all = new TreeMap<>(labels);
    all.put("alertname", NAME);
    all.put("gap", gap.id());
    all.put("kind", gap.kind().name());
    all.put("severity", gap.kind().severity().name().toLowerCase(Locale.ROOT));
    all.put("namespace", gap.namespace());
    all.put("tenant", tenant);
    all.put("object", gap.object().kind() + "/" + gap.object().name());
    all.put("resource", gap.resource());
    all.values().removeIf(String::isEmpty);
    return new GapAlert(gap.kind(), all, gap.message(), gap.cost().since().map(WaitingSince::time));
  }
}
