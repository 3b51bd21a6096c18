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
  private final boolean isShed;

  LedgerUnavailableException(String message) {
    this(message, false);
  }

  private LedgerUnavailableException(String message, boolean isShed) {
    super(message);
    this.reserved = new TreeMap<>();
    this.isShed = isShed;
  }

  /** Creates the problem of a change that nobody began to store in its time. */
  static LedgerUnavailableException shed(String message) {
    return new LedgerUnavailableException(message, true);
  }

  LedgerUnavailableException(Throwable cause) {
    super(cause.getMessage(), cause);
    this.reserved = new TreeMap<>();
    this.isShed = false;
  }

  LedgerUnavailableException(
      LedgerUnavailableException cause, SortedMap<String, Reservation> reserved) {
    super(cause.getMessage(), cause);
    this.reserved = new TreeMap<>(reserved);
    this.isShed = cause.isShed && reserved.isEmpty();
  }

  /** Returns whether nothing is reserved, because too many changes waited for the ledger. */
  public boolean isShed() {
    return isShed;
  }

  /** Returns the reservations that the request may have made anyway, by the names of ledgers. */
  public Map<String, Reservation> reserved() {
    return Collections.unmodifiableMap(reserved);
  }
}
