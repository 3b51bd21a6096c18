package dev.plimsoll.kubernetes.cel;

import dev.cel.common.CelErrorCode;
import dev.cel.runtime.CelEvaluationException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The errors of an expression's evaluation. If the library's words differ from Kubernetes' and a
 * rule for that is known, the text gets Kubernetes' words.
 */
final class EvaluationErrors {
  private static final Pattern MISSING_KEY = Pattern.compile("key '(.*)' is not present in map");

  private EvaluationErrors() {}

  /** Something that is evaluated. */
  @FunctionalInterface
  interface Evaluation {
    Object value() throws CelEvaluationException, dev.cel.common.CelValidationException;
  }

  /**
   * Returns a value.
   *
   * @throws NotModelledException if it depends on something that isn't modelled
   */
  static Object checked(Evaluation evaluation)
      throws CelEvaluationException, dev.cel.common.CelValidationException {
    try {
      return evaluation.value();
    } catch (CelEvaluationException e) {
      Optional<NotModelledException> unknown = notModelled(e);
      if (unknown.isPresent()) {
        throw unknown.get();
      }
      throw e;
    }
  }

  /** Returns the missing feature if the model's lack of it made an evaluation fail. */
  static Optional<NotModelledException> notModelled(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof NotModelledException unknown) {
        return Optional.of(unknown);
      }
    }
    return Optional.empty();
  }

  static String message(CelEvaluationException e) {
    String text = String.valueOf(e.getMessage());
    if (e.getErrorCode() == CelErrorCode.ATTRIBUTE_NOT_FOUND) {
      Matcher matcher = MISSING_KEY.matcher(text);
      return matcher.find() ? "no such key: " + matcher.group(1) : text;
    }
    if (e.getErrorCode() == CelErrorCode.OVERLOAD_NOT_FOUND) {
      return "no such overload";
    }
    if (e.getErrorCode() == CelErrorCode.ITERATION_BUDGET_EXCEEDED) {
      return "operation cancelled: actual cost limit exceeded";
    }
    Throwable cause = e.getCause();
    while (cause != null && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof IllegalArgumentException ? String.valueOf(cause.getMessage()) : text;
  }
}
