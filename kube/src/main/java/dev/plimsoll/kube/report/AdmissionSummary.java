package dev.plimsoll.kube.report;

import com.google.gson.JsonObject;
import dev.plimsoll.model.admission.AdmissionReport;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.cluster.Unread;
import dev.plimsoll.model.explain.PodState;
import dev.plimsoll.model.limits.Injection;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.quota.QuotaAccount;
import dev.plimsoll.model.quota.ResourceQuotaController;
import java.util.ArrayList;
import java.util.List;

/**
 * What the API server said to a pod: of one that exists what it is charged, of one that doesn't the
 * decision.
 *
 * @param allowed whether the pod may exist
 * @param code the HTTP status
 * @param message the text of a denial
 * @param injections what LimitRanges gave it
 * @param charges what it is charged, by quota and key
 * @param exists whether the pod exists, and its charge is part of what is used
 * @param unread what the decision rests on and the snapshot doesn't have; if there is any, whether
 *     the pod may exist isn't known
 */
public record AdmissionSummary(
    boolean allowed,
    int code,
    String message,
    List<Injection> injections,
    List<Charge> charges,
    boolean exists,
    Unread unread) {

  /**
   * What a pod is charged under one key.
   *
   * @param quota the quota's name
   * @param key the key
   * @param hard the ceiling
   * @param used what is used
   * @param requested what the pod is charged
   * @param exceeded whether the key exceeds the quota
   */
  public record Charge(
      String quota,
      ResourceName key,
      Quantity hard,
      Quantity used,
      Quantity requested,
      boolean exceeded) {}

  /** Returns the summary for a pod. */
  public static AdmissionSummary of(PodState state, Cluster cluster) {
    if (state.admission().isEmpty()) {
      return new AdmissionSummary(
          true, 201, "", List.of(), charged(state.pod(), cluster), state.exists(), Unread.NOTHING);
    }
    AdmissionReport report = state.admission().get();
    List<Charge> charges = new ArrayList<>();
    for (QuotaAccount account : report.quotaAccounts()) {
      charges(charges, account.quota(), account.hard(), account.used(), account.requested(), true);
    }
    return new AdmissionSummary(
        report.allowed(),
        report.code(),
        report.isKnown() ? report.message() : "",
        report.injections(),
        charges,
        false,
        report.unread());
  }

  private static List<Charge> charged(Pod pod, Cluster cluster) {
    List<Charge> charges = new ArrayList<>();
    for (ResourceQuota quota : cluster.list(ResourceQuota.class, pod.namespace())) {
      Resources charge = ResourceQuotaController.charge(cluster, quota, pod);
      charges(charges, quota.name(), quota.status().hard(), quota.status().used(), charge, false);
    }
    return charges;
  }

  private static void charges(
      List<Charge> charges,
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
            charges.add(new Charge(quota, key, ceiling, before, amount, exceeded));
          }
        });
  }

  /** Returns it as JSON, without a decision that isn't known. */
  JsonObject json() {
    JsonObjectBuilder json = JsonObjectBuilder.object();
    if (unread.isEmpty()) {
      json.put("allowed", allowed).put("code", code);
    }
    return json.put("message", message)
        .put("limitRanges", JsonObjectBuilder.array(injections, AdmissionSummary::injection))
        .put("quotas", JsonObjectBuilder.array(charges, AdmissionSummary::charge))
        .build();
  }

  private static JsonObject injection(Injection injection) {
    return JsonObjectBuilder.object()
        .put("name", injection.limitRange())
        .put("container", injection.container())
        .put("field", injection.target())
        .put("resource", injection.resource())
        .put("value", injection.quantity())
        .build();
  }

  private static JsonObject charge(Charge charge) {
    return JsonObjectBuilder.object()
        .put("name", charge.quota())
        .put("key", charge.key())
        .put("hard", charge.hard())
        .put("used", charge.used())
        .put("requested", charge.requested())
        .put("exceeded", charge.exceeded())
        .build();
  }
}
