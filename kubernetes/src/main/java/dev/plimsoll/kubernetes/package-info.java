/**
 * Kubernetes' rules for quota, admission and placement, as pure functions of a cluster snapshot.
 */
@NullMarked
package dev.plimsoll.kubernetes;

import org.jspecify.annotations.NullMarked;
