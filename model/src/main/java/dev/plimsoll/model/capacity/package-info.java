/**
 * The capacity of nodes and their headroom. {@link dev.plimsoll.model.capacity.NodeGroups} groups
 * nodes by product, taints and size.
 */
@NullMarked
package dev.plimsoll.model.capacity;

import org.jspecify.annotations.NullMarked;
