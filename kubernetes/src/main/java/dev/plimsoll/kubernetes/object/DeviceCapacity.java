package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.Quantity;
import java.util.List;
import java.util.Optional;

/**
 * How much of something a device has.
 *
 * @param value how much
 * @param policy what of it a request may consume
 */
public record DeviceCapacity(Quantity value, Optional<RequestPolicy> policy) {

  /**
   * The rules for the amount that a request may consume of a shared device.
   *
   * @param defaultValue what is consumed where nothing is requested
   * @param validValues the amounts that may be consumed, the smallest first; empty if any may
   * @param validRange the bounds of what may be consumed
   */
  public record RequestPolicy(
      Optional<Quantity> defaultValue, List<Quantity> validValues, Optional<Range> validRange) {

    public RequestPolicy {
      validValues = List.copyOf(validValues);
    }
  }

  /**
   * Bounds of what may be consumed.
   *
   * @param min the least
   * @param max the most
   * @param step what amounts differ by, from the least on
   */
  public record Range(Optional<Quantity> min, Optional<Quantity> max, Optional<Quantity> step) {}
}
