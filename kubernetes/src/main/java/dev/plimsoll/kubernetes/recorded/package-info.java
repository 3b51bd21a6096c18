/**
 * The cluster's own records about its pods, in events and conditions: {@link
 * dev.plimsoll.kubernetes.recorded.ClusterRecord} finds them.
 */
@NullMarked
package dev.plimsoll.kubernetes.recorded;

import org.jspecify.annotations.NullMarked;
