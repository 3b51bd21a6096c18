package dev.plimsoll.bench.upstream;

/** The result of replaying one recorded call. */
sealed interface Comparison {

  /** The model returns what Kubernetes returned. */
  record Equal() implements Comparison {}

  /**
   * The model returns something else.
   *
   * @param kubernetes the text of what Kubernetes returned
   * @param model the text of what the model returns
   */
  record Different(String kubernetes, String model) implements Comparison {}

  /**
   * The call can't be compared.
   *
   * @param reason why, for all calls of this kind
   */
  record SetAside(String reason) implements Comparison {}

  /** Compares the texts of two results. */
  static Comparison of(String kubernetes, String model) {
    return kubernetes.equals(model) ? new Equal() : new Different(kubernetes, model);
  }
}
