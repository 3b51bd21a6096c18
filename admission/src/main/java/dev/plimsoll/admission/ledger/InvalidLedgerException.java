package dev.plimsoll.admission.ledger;

/** A QuotaLedger whose content can't be used, because it was edited or is of another version. */
public final class InvalidLedgerException extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidLedgerException(String name, String problem) {
    super("QuotaLedger " + name + ": " + problem);
  }
}
