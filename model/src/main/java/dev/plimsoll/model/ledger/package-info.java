/**
 * Quota with reservations. {@link dev.plimsoll.model.ledger.Ledger} has the usage, and reservations
 * for admitted objects until these are observed. So two API servers can't give away the same quota.
 * {@link dev.plimsoll.model.ledger.EnforcedQuotas} are the quotas that have one.
 */
@NullMarked
package dev.plimsoll.model.ledger;

import org.jspecify.annotations.NullMarked;
