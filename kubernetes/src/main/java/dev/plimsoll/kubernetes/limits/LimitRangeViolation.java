package dev.plimsoll.kubernetes.limits;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.List;

/**
 * A constraint of a LimitRange that an object violates.
 *
 * @param limitRange the LimitRange's name
 * @param type the item's type, such as {@code Container}
 * @param container the container that violates it; empty where the object as a whole does
 * @param rule which constraint
 * @param resource the resource
 * @param bound the bound's value
 * @param message what Kubernetes says
 */
public record LimitRangeViolation(
    String limitRange,
    String type,
    String container,
    Rule rule,
    ResourceName resource,
    Quantity bound,
    String message) {

  /** The constraints that an item can set. */
  public enum Rule {
    /** The least request and limit. */
    MIN,
    /** The most request and limit. */
    MAX,
    /** The most limit for each unit of request. */
    MAX_LIMIT_REQUEST_RATIO
  }

  /**
   * Returns Kubernetes' message about the first violated LimitRange, as it follows {@code … is
   * forbidden: }. Several different messages become a list in brackets.
   *
   * @param violations all violations, by LimitRange; not empty
   */
  public static String message(List<LimitRangeViolation> violations) {
    String first = violations.get(0).limitRange();
    List<String> messages =
        violations.stream()
            .filter(v -> v.limitRange().equals(first))
            .map(LimitRangeViolation::message)
            .distinct()
            .toList();
    return messages.size() == 1 ? messages.get(0) : "[" + String.join(", ", messages) + "]";
  }
}
