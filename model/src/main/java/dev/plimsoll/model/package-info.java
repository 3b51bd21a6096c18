/** Gaps, trials, tenants, shares, ledgers and gates: Plimsoll's own rules beside Kubernetes'. */
@NullMarked
package dev.plimsoll.model;

import org.jspecify.annotations.NullMarked;
