package dev.plimsoll.model.hours;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Comparator;

/**
 * A kind of physical devices.
 *
 * @param resource the resource that counts whole devices, such as {@code nvidia.com/gpu}; units of
 *     unknown parts of devices are a kind of their own
 * @param product the product that the node's labels name, else {@code node}
 * @param pool the policy's pool of the nodes, else the product
 */
public record DeviceKind(ResourceName resource, String product, String pool)
    implements Comparable<DeviceKind> {
  private static final Comparator<DeviceKind> ORDER =
      Comparator.comparing(DeviceKind::resource)
          .thenComparing(DeviceKind::product)
          .thenComparing(DeviceKind::pool);

  @Override
  public int compareTo(DeviceKind other) {
    return ORDER.compare(this, other);
  }
}
