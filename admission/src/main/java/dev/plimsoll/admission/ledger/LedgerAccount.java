package dev.plimsoll.admission.ledger;

/**
 * A process' state of one ledger.
 *
 * @param ledger as it is known
 * @param queue the changes that wait
 * @param unconfirmed its reservations, and since when they are known
 */
record LedgerAccount(KnownLedger ledger, LedgerQueue queue, UnconfirmedReservations unconfirmed) {}
