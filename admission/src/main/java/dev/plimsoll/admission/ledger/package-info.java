/**
 * Ledgers as objects of the cluster: {@link dev.plimsoll.admission.ledger.LedgerStore} reads and
 * replaces them, {@link dev.plimsoll.admission.ledger.QuotaLedgerJson} is what they look like.
 */
@NullMarked
package dev.plimsoll.admission.ledger;

import org.jspecify.annotations.NullMarked;
