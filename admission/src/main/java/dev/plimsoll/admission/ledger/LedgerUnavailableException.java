package dev.plimsoll.admission.ledger;

import dev.plimsoll.model.ledger.Reservation;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The content of a ledger, or the success of a reservation in it, is unknown. */
public final class LedgerUnavailableException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient SortedMap<String, Reservation> reserved;

  LedgerUnavailableException(String message) {
    super(message);
    this.reserved = new TreeMap<>();
  }

  LedgerUnavailableException(Throwable cause) {
    super(cause.getMessage(), cause);
    this.reserved = new TreeMap<>();
  }

  LedgerUnavailableException(
      LedgerUnavailableException cause, SortedMap<String, Reservation> reserved) {
    super(cause.getMessage(), cause);
    this.reserved = new TreeMap<>(reserved);
  }

  /** Returns the reservations that the request may have made anyway, by the names of ledgers. */
  public Map<String, Reservation> reserved() {
    return Collections.unmodifiableMap(reserved);
  }
}
