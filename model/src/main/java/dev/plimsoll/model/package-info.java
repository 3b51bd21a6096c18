/** Kubernetes' rules for quota and placement, as pure functions of a cluster snapshot. */
@NullMarked
package dev.plimsoll.model;

import org.jspecify.annotations.NullMarked;
