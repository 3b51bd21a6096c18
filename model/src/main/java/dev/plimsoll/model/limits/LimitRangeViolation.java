package dev.plimsoll.model.limits;

import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;

/**
 * A bound of a LimitRange that an object breaks.
 *
 * @param limitRange the LimitRange's name
 * @param type the item's type, such as {@code Container}
 * @param container the container that breaks it; empty where the object as a whole does
 * @param rule which bound
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

  /** The bounds that an item can set. */
  public enum Rule {
    /** The least request and limit. */
    MIN,
    /** The most request and limit. */
    MAX,
    /** The most limit for each unit of request. */
    MAX_LIMIT_REQUEST_RATIO
  }
}
