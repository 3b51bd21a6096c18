/** Kubernetes' rules for quota and placement, as pure functions of one picture of a cluster. */
@NullMarked
package dev.plimsoll.model;

import org.jspecify.annotations.NullMarked;
