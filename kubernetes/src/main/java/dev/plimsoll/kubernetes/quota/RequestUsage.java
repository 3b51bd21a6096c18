package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.Optional;

/**
 * The usage of a request, as the evaluator of its resource measures it.
 *
 * @param evaluator the evaluator
 * @param request the request
 * @param usage what the object uses
 * @param increase what it uses more than the stored version does, without zeros
 */
record RequestUsage(
    Evaluator evaluator, AdmissionRequest request, Resources usage, Resources increase) {

  static RequestUsage of(Evaluator evaluator, AdmissionRequest request) {
    Resources usage = evaluator.usage(request.object());
    Resources increase =
        storedVersion(request)
            .map(old -> usage.subtractWithNonNegativeResult(evaluator.usage(old)))
            .orElse(usage)
            .removeZeros();
    return new RequestUsage(evaluator, request, usage, increase);
  }

  ApiObject object() {
    return request.object();
  }

  /**
   * Returns the charge for a quota with these scopes: the whole usage if the old version didn't
   * match them.
   */
  Resources increase(List<ScopedResourceSelectorRequirement> scopes) {
    return storedVersion(request).filter(old -> matchesAll(scopes, old)).isPresent()
        ? increase
        : usage.removeZeros();
  }

  private boolean matchesAll(List<ScopedResourceSelectorRequirement> scopes, ApiObject object) {
    return scopes.stream().allMatch(s -> evaluator.matches(s, object));
  }

  private static Optional<ApiObject> storedVersion(AdmissionRequest request) {
    return request.isCreate()
        ? Optional.empty()
        : request.old().filter(old -> !old.metadata().resourceVersion().isEmpty());
  }
}
