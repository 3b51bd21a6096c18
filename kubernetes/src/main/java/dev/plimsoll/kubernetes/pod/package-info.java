/**
 * Computes values from a pod alone: its total resources, defaults and QoS class.
 *
 * <p>Start at {@link dev.plimsoll.kubernetes.pod.PodResources}. Depends on packages {@code object},
 * {@code quantity} and {@code version} only.
 */
@NullMarked
package dev.plimsoll.kubernetes.pod;

import org.jspecify.annotations.NullMarked;
