/**
 * The capacity of nodes and their headroom. {@link dev.plimsoll.kubernetes.capacity.NodeGroups}
 * groups nodes by product, taints and size.
 */
@NullMarked
package dev.plimsoll.kubernetes.capacity;

import org.jspecify.annotations.NullMarked;
