package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.limits.LimitRangeViolation;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.quota.DenialText;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.kubernetes.quota.QuotaOutcome;
import java.util.List;
import java.util.Optional;

/**
 * The result of one layer of the API server for a request.
 *
 * @param layer the layer, by the name that Kubernetes gives the plug-in: {@code LimitRanger},
 *     {@code Priority}, {@code ResourceQuota}; {@code Defaulting}, {@code Strategy} and {@code
 *     Validation} for what comes before and between the plug-ins, {@code Routing} for finding what
 *     the request is for
 * @param object the object as it leaves the layer
 * @param effect what the layer found or did
 * @param denial the answer to the user, if the layer denies the request; no further layer is asked
 */
public record AdmissionStep(
    String layer, ApiObject object, AdmissionEffect effect, Optional<Denial> denial) {

  /** The layer of webhooks, as Kubernetes calls it. */
  public static final String WEBHOOK = "ValidatingAdmissionWebhook";

  static AdmissionStep passed(String layer, ApiObject object, AdmissionEffect effect) {
    return new AdmissionStep(layer, object, effect, Optional.empty());
  }

  static AdmissionStep denied(
      String layer, ApiObject object, AdmissionEffect effect, Denial denial) {
    return new AdmissionStep(layer, object, effect, Optional.of(denial));
  }

  /** Returns the denial by a plug-in that has no more to say than a message. */
  static AdmissionStep forbidden(String layer, ApiObject object, String message) {
    return denied(layer, object, new AdmissionEffect.Plain(), Denial.forbidden(object, message));
  }

  /** Returns the denial by a plug-in whose rules aren't about resources. */
  static AdmissionStep forbiddenBy(String layer, ApiObject object, String message) {
    return forbiddenBy(layer, object, message, List.of());
  }

  /** Returns the step of a plug-in that denies the request, with remarks on the denial. */
  static AdmissionStep forbiddenBy(
      String layer, ApiObject object, String message, List<String> remarks) {
    return denied(
        layer,
        object,
        new AdmissionEffect.Forbidden(layer, remarks),
        Denial.forbidden(object, message));
  }

  /** Returns the step of LimitRanger's second half, which checks constraints. */
  static AdmissionStep ofLimitRanges(ApiObject object, List<LimitRangeViolation> violations) {
    AdmissionEffect effect = new AdmissionEffect.Bounded(violations);
    return violations.isEmpty()
        ? passed("LimitRanger", object, effect)
        : denied(
            "LimitRanger",
            object,
            effect,
            Denial.forbidden(object, LimitRangeViolation.message(violations)));
  }

  /** Returns the step of a quota plug-in; empty where no quota looks at such requests. */
  static Optional<AdmissionStep> ofQuotas(String layer, ApiObject object, QuotaOutcome outcome) {
    AdmissionEffect.Charged effect = new AdmissionEffect.Charged(outcome);
    return effect.denial().isEmpty() && outcome.accounts().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new AdmissionStep(layer, object, effect, effect.denial().map(d -> of(object, d))));
  }

  /** Returns the denial by a webhook that decides on quota. */
  static AdmissionStep ofWebhook(String webhook, ApiObject object, QuotaOutcome.Denied outcome) {
    String message =
        "admission webhook \""
            + webhook
            + "\" denied the request: "
            + DenialText.of(outcome.possible());
    return denied(
        WEBHOOK,
        object,
        new AdmissionEffect.Charged(outcome),
        new Denial(403, "Forbidden", message));
  }

  private static Denial of(ApiObject object, QuotaDenial denial) {
    return denial.code() == 403
        ? Denial.forbidden(object, denial.message())
        : Denial.error(denial.message());
  }
}
