/**
 * Physical devices behind the units of extended resources. {@link
 * dev.plimsoll.kubernetes.device.DeviceUnits} says which part of a device a unit is.
 */
@NullMarked
package dev.plimsoll.kubernetes.device;

import org.jspecify.annotations.NullMarked;
