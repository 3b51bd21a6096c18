/**
 * What the nodes have and what is left of it: {@link dev.plimsoll.model.capacity.NodeGroups} groups
 * them by product, taints and size.
 */
@NullMarked
package dev.plimsoll.model.capacity;

import org.jspecify.annotations.NullMarked;
