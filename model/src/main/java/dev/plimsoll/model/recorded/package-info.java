/**
 * The cluster's own records about its pods, in events and conditions: {@link
 * dev.plimsoll.model.recorded.ClusterRecord} finds them.
 */
@NullMarked
package dev.plimsoll.model.recorded;

import org.jspecify.annotations.NullMarked;
