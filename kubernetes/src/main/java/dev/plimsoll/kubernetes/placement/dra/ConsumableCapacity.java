package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.object.Device;
import dev.plimsoll.kubernetes.object.DeviceCapacity;
import dev.plimsoll.kubernetes.object.DeviceCapacity.Range;
import dev.plimsoll.kubernetes.object.DeviceCapacity.RequestPolicy;
import dev.plimsoll.kubernetes.quantity.Quantity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How much of a shared device a request consumes, and whether that is left.
 *
 * <p>Source: {@code
 * staging/src/k8s.io/dynamic-resource-allocation/structured/internal/incubating/consumable_capacity.go}.
 */
final class ConsumableCapacity {
  private ConsumableCapacity() {}

  /**
   * Returns whether a device has as much as is requested.
   *
   * @param requested what is requested, by qualified names
   * @param allocated what other claims have of it
   * @param allocating what the same pod's claims are about to get of it
   */
  static boolean suffices(
      Map<String, Quantity> requested,
      Device device,
      Map<String, Quantity> allocated,
      Map<String, Quantity> allocating) {
    if (!device.capacity().keySet().containsAll(requested.keySet())) {
      return false;
    }
    for (Map.Entry<String, DeviceCapacity> each : device.capacity().entrySet()) {
      String name = each.getKey();
      DeviceCapacity capacity = each.getValue();
      Quantity consumed = consumed(Optional.ofNullable(requested.get(name)), capacity);
      if (capacity.policy().filter(p -> violates(consumed, p)).isPresent()) {
        return false;
      }
      Quantity sum =
          consumed
              .add(allocated.getOrDefault(name, Quantity.ZERO))
              .add(allocating.getOrDefault(name, Quantity.ZERO));
      if (sum.compareTo(capacity.value()) > 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns the request's consumption of a device's capacities, by qualified names. */
  static Map<String, Quantity> consumed(Map<String, Quantity> requested, Device device) {
    Map<String, Quantity> consumed = new HashMap<>();
    device
        .capacity()
        .forEach((n, c) -> consumed.put(n, consumed(Optional.ofNullable(requested.get(n)), c)));
    return consumed;
  }

  private static Quantity consumed(Optional<Quantity> requested, DeviceCapacity capacity) {
    if (requested.isEmpty()) {
      return capacity.policy().flatMap(RequestPolicy::defaultValue).orElse(capacity.value());
    }
    Quantity amount = requested.get();
    if (capacity.policy().isEmpty()) {
      return amount;
    }
    RequestPolicy policy = capacity.policy().get();
    return policy
        .validRange()
        .filter(r -> r.min().isPresent())
        .map(r -> roundedUp(amount, r))
        .orElseGet(() -> roundedUp(amount, policy.validValues()));
  }

  private static Quantity roundedUp(Quantity amount, Range range) {
    Quantity min = range.min().orElse(Quantity.ZERO);
    if (amount.compareTo(min) < 0) {
      return min;
    }
    long step = range.step().orElse(Quantity.ZERO).value();
    if (step == 0) {
      return amount;
    }
    long added = amount.value() - min.value();
    long steps = added / step + (added % step == 0 ? 0 : 1);
    return Quantity.of(min.value() + step * steps, Quantity.Format.BINARY_SI);
  }

  private static Quantity roundedUp(Quantity amount, List<Quantity> validValues) {
    return validValues.stream().filter(v -> amount.compareTo(v) <= 0).findFirst().orElse(amount);
  }

  private static boolean violates(Quantity amount, RequestPolicy policy) {
    if (policy.defaultValue().filter(amount::equals).isPresent()) {
      return false;
    }
    if (policy.validRange().isPresent()) {
      return violates(amount, policy.validRange().get());
    }
    return !policy.validValues().isEmpty() && !policy.validValues().contains(amount);
  }

  private static boolean violates(Quantity amount, Range range) {
    if (range.max().filter(m -> amount.compareTo(m) > 0).isPresent()) {
      return true;
    }
    long min = range.min().orElse(Quantity.ZERO).value();
    long step = range.step().orElse(Quantity.ZERO).value();
    return step != 0 && (amount.value() - min) % step != 0;
  }
}
