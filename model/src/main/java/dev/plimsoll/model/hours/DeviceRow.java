package dev.plimsoll.model.hours;

import java.util.Comparator;

/**
 * The devices that are counted together.
 *
 * @param kind the kind of devices
 * @param user their state, and whose they are
 */
public record DeviceRow(DeviceKind kind, DeviceUser user) implements Comparable<DeviceRow> {
  private static final Comparator<DeviceRow> ORDER =
      Comparator.comparing(DeviceRow::kind).thenComparing(DeviceRow::user);

  @Override
  public int compareTo(DeviceRow other) {
    return ORDER.compare(this, other);
  }
}
