/**
 * Which devices claims get on a node: {@link
 * dev.plimsoll.kubernetes.placement.dra.DeviceAllocator}, after Kubernetes' structured allocator.
 */
@NullMarked
package dev.plimsoll.kubernetes.placement.dra;

import org.jspecify.annotations.NullMarked;
