package dev.plimsoll.model.hours;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Comparator;

/**
 * The devices whose seconds are added up together.
 *
 * @param resource the resource that counts whole devices
 * @param product the product
 * @param state the state
 * @param tenant whose they are; empty for nobody
 */
public record DeviceSeries(ResourceName resource, String product, DeviceState state, String tenant)
    implements Comparable<DeviceSeries> {
  private static final Comparator<DeviceSeries> ORDER =
      Comparator.comparing(DeviceSeries::resource)
          .thenComparing(DeviceSeries::product)
          .thenComparing(DeviceSeries::state)
          .thenComparing(DeviceSeries::tenant);

  static DeviceSeries of(DeviceRow row) {
    DeviceKind kind = row.kind();
    return new DeviceSeries(
        kind.resource(), kind.product(), row.user().state(), row.user().tenant());
  }

  @Override
  public int compareTo(DeviceSeries other) {
    return ORDER.compare(this, other);
  }
}
