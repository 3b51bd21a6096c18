package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaAccount;
import dev.plimsoll.kubernetes.quota.ResourceQuotaController;
import java.util.ArrayList;
import java.util.List;

/**
 * A pod's charge under one key of a quota.
 *
 * @param quota the quota's name
 * @param key the key
 * @param hard the ceiling
 * @param used what is used
 * @param requested what the pod is charged
 * @param exceeded whether the key exceeds the quota
 */
public record QuotaCharge(
    String quota,
    ResourceName key,
    Quantity hard,
    Quantity used,
    Quantity requested,
    boolean exceeded) {

  /**
   * Returns the charges of a pod. The usage of the quota includes the charge if the pod exists. The
   * list is empty if a defect hides the object that would be stored.
   */
  static List<QuotaCharge> of(PodState state, Cluster cluster) {
    if (!state.exists() && state.admission().isEmpty() && state.undecided().isPresent()) {
      return List.of();
    }
    return state
        .admission()
        .map(QuotaCharge::ofSubmitted)
        .orElseGet(() -> ofStored(state.pod(), cluster));
  }

  private static List<QuotaCharge> ofStored(Pod pod, Cluster cluster) {
    List<QuotaCharge> charges = new ArrayList<>();
    for (ResourceQuota quota : cluster.list(ResourceQuota.class, pod.namespace())) {
      Resources charge = ResourceQuotaController.charge(cluster, quota, pod);
      add(charges, quota.name(), quota.status().hard(), quota.status().used(), charge, false);
    }
    return charges;
  }

  private static List<QuotaCharge> ofSubmitted(AdmissionReport report) {
    List<QuotaCharge> charges = new ArrayList<>();
    for (QuotaAccount account : report.quotaAccounts()) {
      add(charges, account.quota(), account.hard(), account.used(), account.requested(), true);
    }
    return charges;
  }

  private static void add(
      List<QuotaCharge> charges,
      String quota,
      Resources hard,
      Resources used,
      Resources requested,
      boolean onTop) {
    requested.forEach(
        (key, amount) -> {
          Quantity ceiling = hard.getOrZero(key);
          Quantity before = used.getOrZero(key);
          boolean exceeded =
              onTop && hard.contains(key) && before.add(amount).compareTo(ceiling) > 0;
          if (amount.signum() != 0) {
            charges.add(new QuotaCharge(quota, key, ceiling, before, amount, exceeded));
          }
        });
  }
}
