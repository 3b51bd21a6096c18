/**
 * The scheduling gate by which pods wait for their tenant's share. {@link
 * dev.plimsoll.model.gate.GatedTenants} decides which new pods get it, and {@link
 * dev.plimsoll.model.gate.GateRelease} when a pod loses it.
 */
@NullMarked
package dev.plimsoll.model.gate;

import org.jspecify.annotations.NullMarked;
