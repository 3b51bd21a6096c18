/**
 * Quotas that follow demand from moment to moment with as few changes as that takes: {@link
 * dev.plimsoll.model.tenancy.steering.Steering} decides.
 */
@NullMarked
package dev.plimsoll.model.tenancy.steering;

import org.jspecify.annotations.NullMarked;
