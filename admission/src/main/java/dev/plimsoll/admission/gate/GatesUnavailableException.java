package dev.plimsoll.admission.gate;

/** The API server didn't do what was asked, and surely not. */
final class GatesUnavailableException extends Exception {
  private static final long serialVersionUID = 1L;

  GatesUnavailableException(String sentence) {
    super(sentence);
  }
}
