package dev.plimsoll.admission.certificate;

/** A Secret whose content can't be used; the message says why, and nothing of the content. */
final class InvalidSecretException extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidSecretException(String sentence) {
    super(sentence);
  }
}
