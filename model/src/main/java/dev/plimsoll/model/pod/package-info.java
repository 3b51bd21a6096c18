/**
 * What follows from a pod alone: its resources as a whole, its defaults, its QoS class.
 *
 * <p>Start at {@link dev.plimsoll.model.pod.PodResources}. Depends on packages {@code object},
 * {@code quantity} and {@code version} only.
 */
@NullMarked
package dev.plimsoll.model.pod;

import org.jspecify.annotations.NullMarked;
