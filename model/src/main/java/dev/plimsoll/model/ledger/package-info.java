/**
 * Quota with reservations: {@link dev.plimsoll.model.ledger.Ledger} keeps what is used and what was
 * admitted and isn't observed yet, so that two API servers can't give away the same quota. {@link
 * dev.plimsoll.model.ledger.EnforcedQuotas} are the quotas that have one.
 */
@NullMarked
package dev.plimsoll.model.ledger;

import org.jspecify.annotations.NullMarked;
