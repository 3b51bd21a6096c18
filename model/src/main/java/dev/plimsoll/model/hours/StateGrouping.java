package dev.plimsoll.model.hours;

import java.util.function.Function;

/** By what a report divides the states of devices. */
public enum StateGrouping {
  NONE(row -> ""),
  TENANT(row -> row.user().tenant()),
  NAMESPACE(row -> row.user().namespace()),
  POOL(row -> row.kind().pool()),
  PRODUCT(row -> row.kind().product());

  private final Function<DeviceRow, String> group;

  StateGrouping(Function<DeviceRow, String> group) {
    this.group = group;
  }

  /** Returns the group of a row; empty for devices that are nobody's. */
  String of(DeviceRow row) {
    return group.apply(row);
  }

  /** Returns whether each device is in one group regardless of its state. */
  public boolean isOfDevices() {
    return this == NONE || this == POOL || this == PRODUCT;
  }
}
