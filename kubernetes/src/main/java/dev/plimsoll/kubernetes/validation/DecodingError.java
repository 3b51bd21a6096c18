package dev.plimsoll.kubernetes.validation;

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
 * @param doubts why the answer isn't certain; empty if it is
 */
public record DecodingError(
    String message,
    List<String> field,
    String advice,
    boolean isUnknownField,
    List<String> doubts) {
  public DecodingError {
    field = List.copyOf(field);
    doubts = List.copyOf(doubts);
  }

  /** Returns whether every client gets this answer from the API server. */
  public boolean isCertain() {
    return doubts.isEmpty();
  }
}
