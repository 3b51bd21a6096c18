package dev.plimsoll.model.hours;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The state of a physical device at an instant. A report lists the states in this order. */
public enum DeviceState {
  BROKEN("in the node's capacity and not allocatable"),
  WITHHELD("free on a node that no pod can use: cordoned, not ready or tainted"),
  RESERVED("kept free by a policy's reserve, or for a large pod or a gang"),
  BUSY("allocated to a pod and in use, by measurement"),
  IDLE("allocated to a pod and not used for hours, by measurement"),
  ALLOCATED("allocated to a pod; not measured, or unused for a short time only"),
  QUOTA("free, and a pod would use it if no quota denied the pod"),
  SHARE("free, and a pod would use it if its tenant had share left"),
  FRAGMENTED("free, and a pod wants it that needs more devices, CPU or memory on one node"),
  CONSTRAINTS("free, and a pod wants it whose selectors, taints or other rules leave no node"),
  GATED("free, and a pod would use it if its scheduling gate or suspension ended"),
  OTHER("free, and a pod wants it that waits for another cause"),
  FREE("free, and no pod wants it"),
  UNKNOWN("not known, because something was not read or not observed");

  private final String meaning;

  DeviceState(String meaning) {
    this.meaning = meaning;
  }

  /** Returns the state as reports and metrics name it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the state with a label; empty if there is none. */
  public static Optional<DeviceState> ofLabel(String label) {
    return Arrays.stream(values()).filter(s -> s.label().equals(label)).findFirst();
  }

  /** Returns the meaning, as half a sentence about the device. */
  public String meaning() {
    return meaning;
  }

  /** Returns whether the device is free and a pod wants it. */
  public boolean isWanted() {
    return switch (this) {
      case QUOTA, SHARE, FRAGMENTED, CONSTRAINTS, GATED, OTHER -> true;
      case BROKEN, WITHHELD, RESERVED, BUSY, IDLE, ALLOCATED, FREE, UNKNOWN -> false;
    };
  }

  /** Returns whether the state keeps the device from work that somebody could do with it. */
  public boolean isLost() {
    return switch (this) {
      case BROKEN, WITHHELD, RESERVED, IDLE -> true;
      case BUSY, ALLOCATED, FREE, UNKNOWN -> false;
      case QUOTA, SHARE, FRAGMENTED, CONSTRAINTS, GATED, OTHER -> true;
    };
  }

  /** Returns whether a pod holds the device. */
  public boolean isAllocated() {
    return this == BUSY || this == IDLE || this == ALLOCATED;
  }
}
