package dev.plimsoll.admission.review;

/** A body that is no AdmissionReview of a version that can be answered. */
final class InvalidReviewException extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidReviewException(String message) {
    super(message);
  }
}
