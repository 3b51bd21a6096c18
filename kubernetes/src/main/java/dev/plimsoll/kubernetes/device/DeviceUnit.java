package dev.plimsoll.kubernetes.device;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.regex.Pattern;

/**
 * The part of a physical device that one unit of an extended resource is.
 *
 * @param device the resource that counts whole devices of this kind, such as {@code
 *     nvidia.com/gpu}; a kind of its own if the part is unknown
 * @param part the part of one device; 1 if it is unknown, because each unit is then its own kind
 * @param basis what is known
 */
public record DeviceUnit(ResourceName device, Fraction part, Basis basis) {

  private static final Pattern WHOLE_DEVICES = Pattern.compile(".*/(gpu|i915|xe)");

  /** The knowledge that a part rests on. */
  public enum Basis {
    /** A unit is a whole device, as far as the node tells. */
    WHOLE,
    /** Several units share a device; the node tells how many. */
    SHARED,
    /** Units share devices, and the node doesn't tell how many. */
    UNKNOWN
  }

  /** Returns a unit that is a whole device. */
  public static DeviceUnit whole(ResourceName resource) {
    return new DeviceUnit(resource, Fraction.ONE, Basis.WHOLE);
  }

  /**
   * Returns a unit that is an unknown part of a device. Its kind has the resource's name. If the
   * resource also counts whole devices, the kind has the name that NVIDIA gives shared devices,
   * such as {@code nvidia.com/gpu.shared}.
   */
  public static DeviceUnit unknown(ResourceName resource) {
    ResourceName kind =
        WHOLE_DEVICES.matcher(resource.name()).matches()
            ? ResourceName.of(resource.name() + NvidiaUnits.SHARED)
            : resource;
    return new DeviceUnit(kind, Fraction.ONE, Basis.UNKNOWN);
  }

  /** Returns a unit that is this part of a device. */
  static DeviceUnit part(ResourceName device, Fraction part) {
    return new DeviceUnit(device, part, part.equals(Fraction.ONE) ? Basis.WHOLE : Basis.SHARED);
  }

  /** Returns the devices that some units are. */
  public Fraction devices(long units) {
    return part.times(units);
  }

  /** Returns the devices in words after a number of units; empty if each unit is a device. */
  public String words(long units) {
    return switch (basis) {
      case WHOLE -> "";
      case SHARED ->
          " ("
              + devices(units).decimal()
              + (devices(units).equals(Fraction.ONE) ? " device)" : " devices)");
      case UNKNOWN -> " (parts of devices)";
    };
  }
}
