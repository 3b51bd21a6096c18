package dev.plimsoll.kube;

import dev.plimsoll.kubernetes.admission.AdmissionEffect;
import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.admission.AdmissionStep;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerAdmission;
import dev.plimsoll.model.ledger.LedgerDecision;
import dev.plimsoll.model.ledger.ObservedUsage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Holds that a ledger for each ResourceQuota comes to the decision of the built-in plug-in, where
 * nothing is reserved.
 */
final class LedgerConformance {
  private LedgerConformance() {}

  /**
   * Returns how the ledgers decide otherwise on a request that has got as far as quota.
   *
   * @param cluster the cluster before the request
   * @param report what the built-in plug-in made of it
   */
  static Optional<String> difference(Cluster cluster, AdmissionReport report) {
    Optional<AdmissionStep> quotaStep =
        report.steps().stream()
            .filter(s -> s.effect() instanceof AdmissionEffect.Charged)
            .findFirst();
    if (quotaStep.isEmpty()) {
      return Optional.empty();
    }
    LedgerDecision decision =
        LedgerAdmission.decide(
            cluster,
            report.request().withObject(report.object()),
            ledgers(cluster, report.request().object().namespace()),
            Instant.EPOCH);
    List<String> denials =
        decision instanceof LedgerDecision.Denied denied
            ? denied.denials().stream().map(QuotaDenial::message).toList()
            : List.of();
    Optional<String> builtIn = report.quotaDenial().map(QuotaDenial::message);
    return builtIn.isPresent() == !denials.isEmpty() && builtIn.stream().allMatch(denials::contains)
        ? Optional.empty()
        : Optional.of("the ledgers decide " + denials + ", the quotas " + builtIn);
  }

  private static SortedMap<String, Ledger> ledgers(Cluster cluster, String namespace) {
    SortedMap<String, Ledger> ledgers = new TreeMap<>();
    for (ResourceQuota quota : cluster.list(ResourceQuota.class, namespace)) {
      ObservedUsage usage =
          new ObservedUsage(
              new TreeMap<>(Map.of(namespace, quota.status().used())), new TreeMap<>());
      ledgers.put(
          quota.name(),
          Ledger.of(quota.name(), quota.spec().withHard(quota.status().hard()))
              .resynced(usage, r -> true));
    }
    return ledgers;
  }
}
