/**
 * A real control plane on loopback, if its binaries are available. {@link
 * dev.plimsoll.testkit.plane.ControlPlane} starts it.
 */
@NullMarked
package dev.plimsoll.testkit.plane;

import org.jspecify.annotations.NullMarked;
