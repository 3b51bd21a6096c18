package dev.plimsoll.advisor.notify;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The alerts that last, and the ended alerts whose end was not delivered.
 *
 * <p>Each delivery has all alerts that last, as Prometheus does it: Alertmanager takes an alert for
 * ended without news for a while. So a new leader needs no state of the former one: the same gaps
 * have the same labels, and Alertmanager takes equal labels for one alert. Gaps that end while
 * nobody leads end when their time runs out.
 *
 * <p>One thread uses an instance.
 */
final class GapAlerts {
  private final Duration lasts;
  private final Map<Map<String, String>, Raised> raised = new HashMap<>();
  private final Map<Map<String, String>, SentAlert> ended = new HashMap<>();

  private record Raised(GapAlert alert, Instant startsAt) {}

  /**
   * Starts without alerts.
   *
   * @param lasts how long an alert lasts without news
   */
  GapAlerts(Duration lasts) {
    this.lasts = lasts;
  }

  /**
   * Returns the alerts to deliver.
   *
   * @param found the gaps that were found
   * @param mayHide whether an alert's gap may be there although it was not found, because not all
   *     was read
   */
  List<SentAlert> update(Collection<GapAlert> found, Predicate<GapAlert> mayHide, Instant now) {
    Map<Map<String, String>, GapAlert> present = new HashMap<>();
    found.forEach(a -> present.put(a.labels(), a));
    present.forEach((labels, alert) -> raised.merge(labels, begun(alert, now), GapAlerts::newer));
    raised
        .entrySet()
        .removeIf(
            e -> {
              boolean ends =
                  !present.containsKey(e.getKey()) && !mayHide.test(e.getValue().alert());
              if (ends) {
                ended.put(
                    e.getKey(), new SentAlert(e.getValue().alert(), e.getValue().startsAt(), now));
              }
              return ends;
            });
    raised.keySet().forEach(ended::remove);
    return all(now);
  }

  /** Returns the alerts to deliver while nothing is known of the cluster: none ends. */
  List<SentAlert> unchanged(Instant now) {
    return all(now);
  }

  private List<SentAlert> all(Instant now) {
    List<SentAlert> all = new ArrayList<>(ended.values());
    raised.values().forEach(r -> all.add(new SentAlert(r.alert(), r.startsAt(), now.plus(lasts))));
    return all;
  }

  private static Raised begun(GapAlert alert, Instant now) {
    return new Raised(alert, alert.since().filter(s -> s.isBefore(now)).orElse(now));
  }

  /** Returns the alert with the present message, and with the first start. */
  private static Raised newer(Raised before, Raised now) {
    return new Raised(now.alert(), before.startsAt());
  }

  /** Forgets the ends: Alertmanager knows them. */
  void delivered() {
    ended.clear();
  }

  /** Forgets everything: another replica leads. */
  void clear() {
    raised.clear();
    ended.clear();
  }

  /** Returns how many alerts last. */
  int size() {
    return raised.size();
  }
}
