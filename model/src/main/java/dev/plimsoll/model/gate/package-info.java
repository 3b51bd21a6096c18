/**
 * The scheduling gate by which pods wait for their tenant's share: {@link
 * dev.plimsoll.model.gate.GatedTenants} says which new pods are given it, {@link
 * dev.plimsoll.model.gate.GateRelease} from which it is removed.
 */
@NullMarked
package dev.plimsoll.model.gate;

import org.jspecify.annotations.NullMarked;
