package dev.plimsoll.model.admission;

import dev.plimsoll.model.object.ApiObject;
import java.util.Optional;

/**
 * What one layer of the API server made of a request.
 *
 * @param layer the layer, by the name that Kubernetes gives the plug-in: {@code LimitRanger},
 *     {@code Priority}, {@code ResourceQuota}; {@code Defaulting}, {@code Strategy} and {@code
 *     Validation} for what comes before and between the plug-ins
 * @param object the object as it leaves the layer
 * @param effect what the layer found or did
 * @param denial the answer to the user, if the layer refuses; no further layer is asked
 */
public record AdmissionStep(
    String layer, ApiObject object, AdmissionEffect effect, Optional<Denial> denial) {

  static AdmissionStep passed(String layer, ApiObject object, AdmissionEffect admissionEffect) {
    return new AdmissionStep(layer, object, admissionEffect, Optional.empty());
  }

  static AdmissionStep denied(
      String layer, ApiObject object, AdmissionEffect admissionEffect, Denial denial) {
    return new AdmissionStep(layer, object, admissionEffect, Optional.of(denial));
  }

  /** Returns the refusal of a plug-in that has no more to say than a message. */
  static AdmissionStep forbidden(String layer, ApiObject object, String message) {
    return denied(layer, object, new AdmissionEffect.Plain(), Denial.forbidden(object, message));
  }
}
