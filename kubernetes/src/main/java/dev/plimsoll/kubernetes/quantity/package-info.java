/**
 * Amounts of resources, parsed, computed and printed exactly as Kubernetes does. Start at {@link
 * dev.plimsoll.kubernetes.quantity.Quantity} for one amount, at {@link
 * dev.plimsoll.kubernetes.quantity.ResourceName} for what it is an amount of, and at {@link
 * dev.plimsoll.kubernetes.quantity.Resources} for a list of both. Depends on the JDK alone.
 */
@NullMarked
package dev.plimsoll.kubernetes.quantity;

import org.jspecify.annotations.NullMarked;
