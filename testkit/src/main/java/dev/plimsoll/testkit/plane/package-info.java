/**
 * A real control plane on loopback, where its programs are at hand. {@link
 * dev.plimsoll.testkit.plane.ControlPlane} starts it.
 */
@NullMarked
package dev.plimsoll.testkit.plane;

import org.jspecify.annotations.NullMarked;
