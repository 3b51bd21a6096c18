/**
 * The states of physical devices: one for each device at each instant, so that the states add up to
 * capacity. {@link dev.plimsoll.model.hours.DeviceStates} has them at an instant, {@link
 * dev.plimsoll.model.hours.DeviceSeconds} adds them up over time.
 */
@NullMarked
package dev.plimsoll.model.hours;

import org.jspecify.annotations.NullMarked;
