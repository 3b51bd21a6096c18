/**
 * Keeps the ledgers of a cluster: {@link dev.plimsoll.admission.controller.LedgerController}
 * creates a ledger for each enforced quota and counts its usage again.
 */
@NullMarked
package dev.plimsoll.admission.controller;

import org.jspecify.annotations.NullMarked;
