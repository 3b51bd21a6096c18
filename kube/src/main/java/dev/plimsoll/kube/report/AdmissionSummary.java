package dev.plimsoll.kube.report;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.limits.Injection;
import dev.plimsoll.model.explain.Explanation;
import dev.plimsoll.model.explain.PodState;
import dev.plimsoll.model.explain.QuotaCharge;
import java.util.List;

/**
 * The API server's answer to a pod. For an existing pod the answer is its charge, for another pod
 * the decision.
 *
 * @param allowed whether the pod may exist
 * @param code the HTTP status
 * @param message the text of a denial
 * @param injections what LimitRanges gave it
 * @param charges what it is charged, by quota and key
 * @param exists whether the pod exists, and its charge is part of what is used
 * @param decided whether the rules could be applied to it; if not, the decision isn't known
 * @param unread what the decision rests on and the snapshot doesn't have; if there is any, whether
 *     the pod may exist isn't known
 */
public record AdmissionSummary(
    boolean allowed,
    int code,
    String message,
    List<Injection> injections,
    List<QuotaCharge> charges,
    boolean exists,
    boolean decided,
    Unread unread) {

  /** Returns the summary for the pod of an explanation that is worst off. */
  public static AdmissionSummary of(Explanation explanation) {
    PodState worst = explanation.worst();
    List<QuotaCharge> charges = explanation.charges();
    if (worst.admission().isEmpty()) {
      boolean decided = worst.exists() || worst.undecided().isEmpty();
      return new AdmissionSummary(
          true, 201, "", List.of(), charges, worst.exists(), decided, Unread.NOTHING);
    }
    AdmissionReport report = worst.admission().get();
    return new AdmissionSummary(
        report.allowed(),
        report.code(),
        report.isKnown() ? report.message() : "",
        report.injections(),
        charges,
        false,
        true,
        report.unread());
  }

  /** Returns the summary as JSON, without an unknown decision. */
  JsonObject json() {
    JsonObjectBuilder json = JsonObjectBuilder.object();
    if (decided && unread.isEmpty()) {
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

  private static JsonObject charge(QuotaCharge charge) {
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
