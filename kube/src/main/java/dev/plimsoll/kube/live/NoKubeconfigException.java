package dev.plimsoll.kube.live;

import dev.plimsoll.kube.InputException;

/**
 * No kubeconfig was named, and none is where one is looked for. How to name one is the caller's.
 */
public final class NoKubeconfigException extends InputException {
  private static final long serialVersionUID = 1L;

  NoKubeconfigException(String sentence) {
    super(sentence);
  }
}
