package dev.plimsoll.admission.ledger;

/** It isn't known what a ledger says, or whether something could be reserved in it. */
public final class LedgerUnavailableException extends Exception {
  private static final long serialVersionUID = 1L;

  LedgerUnavailableException(String message) {
    super(message);
  }

  LedgerUnavailableException(Throwable cause) {
    super(cause.getMessage(), cause);
  }
}
