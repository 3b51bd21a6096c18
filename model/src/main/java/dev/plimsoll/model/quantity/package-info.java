/**
 * Amounts of resources, exactly as Kubernetes reads, computes and prints them. Enter at {@link
 * dev.plimsoll.model.quantity.Quantity} for one amount, at {@link
 * dev.plimsoll.model.quantity.ResourceName} for what it is an amount of, and at {@link
 * dev.plimsoll.model.quantity.Resources} for a list of both. Depends on the JDK alone.
 */
@NullMarked
package dev.plimsoll.model.quantity;

import org.jspecify.annotations.NullMarked;
