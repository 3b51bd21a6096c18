/**
 * Computes values from a pod alone: its total resources, defaults and QoS class.
 *
 * <p>Start at {@link dev.plimsoll.model.pod.PodResources}. Depends on packages {@code object},
 * {@code quantity} and {@code version} only.
 */
@NullMarked
package dev.plimsoll.model.pod;

import org.jspecify.annotations.NullMarked;
