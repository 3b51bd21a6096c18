/**
 * What the cluster itself says of its pods, in events and conditions: {@link
 * dev.plimsoll.model.recorded.ClusterRecord} finds it.
 */
@NullMarked
package dev.plimsoll.model.recorded;

import org.jspecify.annotations.NullMarked;
