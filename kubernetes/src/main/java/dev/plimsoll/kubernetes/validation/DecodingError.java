package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.List;

/**
 * The answer of the API server to an object that it can't decode. Its code is 400, its reason
 * {@code BadRequest}.
 *
 * <p>Source: {@code transformDecodeError} in {@code
 * staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go}.
 *
 * @param message the answer
 * @param field the path of the first wrong field; indexes of lists are steps
 * @param advice how to mend this field, a sentence; empty where nothing is known
 * @param isUnknownField whether all values can be decoded, but not all fields are known
 */
public record DecodingError(
    String message, List<String> field, String advice, boolean isUnknownField) {
  public DecodingError {
    field = List.copyOf(field);
  }

  /**
   * Returns whether an API server of a version gives this answer. The known fields are those of
   * Kubernetes 1.36, and a later version may have more.
   */
  public boolean isFrom(KubernetesVersion version) {
    return !isUnknownField || version.compareTo(KubernetesVersion.V1_36) <= 0;
  }
}
