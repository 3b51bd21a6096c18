/**
 * Which devices claims get on a node: {@link dev.plimsoll.model.placement.dra.DeviceAllocator},
 * after Kubernetes' structured allocator.
 */
@NullMarked
package dev.plimsoll.model.placement.dra;

import org.jspecify.annotations.NullMarked;
