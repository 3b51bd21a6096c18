package dev.plimsoll.admission.controller;

import dev.plimsoll.kube.live.ApiOutage;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.model.ledger.ReservedBy;
import dev.plimsoll.server.metrics.MetricsRegistry;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/** Reports the controller's findings in log and metrics; a lasting problem is logged once. */
final class ControllerLog {
  private static final System.Logger LOG = System.getLogger(ControllerLog.class.getName());

  private final Map<String, String> told = new HashMap<>();
  private final Counter lost;
  private final Counter repaired;
  private final Gauge ledgers;
  private final Gauge stale;
  private final Gauge notInForce;
  private final Gauge leader;

  /**
   * Makes the log.
   *
   * @param overdue how many reservations should have ended a minute ago
   */
  ControllerLog(MetricsRegistry registry, LongSupplier overdue) {
    GaugeWithCallback unused =
        registry.register(
            GaugeWithCallback.builder()
                .name("plimsoll_admission_overdue_reservations")
                .help("Reservations that expired more than a minute ago and still take quota.")
                .callback(gauge -> gauge.call((double) overdue.getAsLong()))
                .build());
    lost =
        registry.register(
            Counter.builder()
                .name("plimsoll_admission_lost_reservations")
                .help("Expired reservations whose requests weren't carried out.")
                .build());
    repaired =
        registry.register(
            Counter.builder()
                .name("plimsoll_admission_repaired_ledgers")
                .help("Unusable ledgers that were replaced.")
                .build());
    ledgers =
        registry.register(
            Gauge.builder()
                .name("plimsoll_admission_ledgers")
                .help("Quotas with a ledger.")
                .build());
    stale =
        registry.register(
            Gauge.builder()
                .name("plimsoll_admission_stale_quotas")
                .help("ResourceQuotas with a ledger whose status.used differs from their objects.")
                .build());
    notInForce =
        registry.register(
            Gauge.builder()
                .name("plimsoll_admission_quotas_not_in_force")
                .help(
                    "ResourceQuotas of labelled namespaces whose spec.hard has differed"
                        + " from status.hard for a minute.")
                .build());
    leader =
        registry.register(
            Gauge.builder()
                .name("plimsoll_admission_leader")
                .help("Whether this replica maintains the ledgers (1) or not (0).")
                .build());
  }

  void isLeader(boolean now) {
    leader.set(now ? 1 : 0);
  }

  void ledgers(int number) {
    ledgers.set(number);
  }

  void stale(int number) {
    stale.set(number);
  }

  void notInForce(int number) {
    notInForce.set(number);
  }

  /** Tells once that the limits of a quota are not in force, until they differ otherwise. */
  void notInForce(ResourceQuota quota) {
    String name = quota.namespace() + "/" + quota.name();
    String sentence =
        ("ResourceQuota %s: spec.hard has not been in force for a minute, since its controller has not"
                + " written status.hard: nobody guards spec.hard %s")
            .formatted(name, quota.spec().hard());
    if (!sentence.equals(told.put("limits " + name, sentence))) {
      LOG.log(System.Logger.Level.WARNING, sentence);
    }
  }

  void lost(String ledger, int reservations) {
    if (reservations > 0) {
      lost.inc(reservations);
      LOG.log(
          System.Logger.Level.INFO,
          "QuotaLedger {0}: gave back {1} reservations of requests that were not carried out",
          ledger,
          reservations);
    }
  }

  void repaired(String ledger, String problem) {
    repaired.inc();
    LOG.log(System.Logger.Level.WARNING, "replaced, because it could not be used: {0}", problem);
    told.remove(ledger);
  }

  void keeps(ReservedBy object, String problem) {
    tell("reservation", "expired reservations are kept, such as that of " + object, problem);
  }

  /** Reports a ledger that couldn't be updated, once until it is or fails differently. */
  void failed(String ledger, String problem) {
    tell(ledger, "QuotaLedger " + ledger + " is not brought up to date", problem);
  }

  void succeeded(String ledger) {
    String unused = told.remove(ledger);
  }

  /** Reports that Kubernetes' usage differs, once until it differs no more. */
  void drift(String ledger, String sentence) {
    if (!told.containsKey("drift " + ledger)) {
      told.put("drift " + ledger, sentence);
      LOG.log(System.Logger.Level.WARNING, sentence);
    }
  }

  void noDrift(String ledger) {
    String unused = told.remove("drift " + ledger);
  }

  void retain(Set<String> names) {
    told.keySet()
        .removeIf(
            k ->
                !k.equals("reservation")
                    && !k.startsWith("limits ")
                    && !names.contains(k.replaceFirst("^drift ", "")));
  }

  private void tell(String subject, String what, String problem) {
    if (!ApiOutage.isAnyOn() && !problem.equals(told.put(subject, problem))) {
      LOG.log(System.Logger.Level.WARNING, "{0}, will retry: {1}", what, problem);
    }
  }
}
