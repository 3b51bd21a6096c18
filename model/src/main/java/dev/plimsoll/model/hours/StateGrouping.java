package dev.plimsoll.model.hours;

/** The groups into which a report divides the states of devices. */
public enum StateGrouping {
  NONE,
  TENANT,
  NAMESPACE,
  POOL,
  PRODUCT;

  /** Returns the group of a row; empty for devices that are nobody's. */
  String of(DeviceRow row) {
    return switch (this) {
      case NONE -> "";
      case TENANT -> row.user().tenant();
      case NAMESPACE -> row.user().namespace();
      case POOL -> row.kind().pool();
      case PRODUCT -> row.kind().product();
    };
  }

  /** Returns whether each device is in one group regardless of its state. */
  public boolean isOfDevices() {
    return this == NONE || this == POOL || this == PRODUCT;
  }
}
