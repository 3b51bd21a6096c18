package dev.plimsoll.model.hours;

import java.util.Comparator;

/**
 * The state of some devices, and whose pods have or want them.
 *
 * @param state the state
 * @param tenant the tenant; empty where the devices are nobody's
 * @param namespace the namespace; empty where the devices are nobody's
 */
public record DeviceUser(DeviceState state, String tenant, String namespace)
    implements Comparable<DeviceUser> {
  private static final Comparator<DeviceUser> ORDER =
      Comparator.comparing(DeviceUser::state)
          .thenComparing(DeviceUser::tenant)
          .thenComparing(DeviceUser::namespace);

  /** Returns a state of devices that are nobody's. */
  public static DeviceUser nobody(DeviceState state) {
    return new DeviceUser(state, "", "");
  }

  @Override
  public int compareTo(DeviceUser other) {
    return ORDER.compare(this, other);
  }
}
