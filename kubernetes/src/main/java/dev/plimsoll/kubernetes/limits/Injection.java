package dev.plimsoll.kubernetes.limits;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;

/**
 * A default that a LimitRange gave a container.
 *
 * @param limitRange the LimitRange's name
 * @param container the container's name
 * @param init whether it is an init container
 * @param target what was missing
 * @param resource the resource
 * @param quantity how much it was given
 */
public record Injection(
    String limitRange,
    String container,
    boolean init,
    Target target,
    ResourceName resource,
    Quantity quantity) {

  /** The part that a container lacked. */
  public enum Target {
    /** A request. */
    REQUEST("request"),
    /** A limit. */
    LIMIT("limit");

    private final String text;

    Target(String text) {
      this.text = text;
    }

    /** Returns the word that Kubernetes uses. */
    @Override
    public String toString() {
      return text;
    }
  }
}
