/**
 * Why Plimsoll's extender holds a pod, or would: {@link dev.plimsoll.model.hold.PolicyHolds} says
 * it of a cluster with capacity policies.
 */
@NullMarked
package dev.plimsoll.model.hold;

import org.jspecify.annotations.NullMarked;
