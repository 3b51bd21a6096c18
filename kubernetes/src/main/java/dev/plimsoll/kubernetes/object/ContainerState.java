package dev.plimsoll.kubernetes.object;

import java.time.Instant;
import java.util.Optional;

/** The state of a container, as its kubelet reported it. */
public sealed interface ContainerState {

  /** Nothing was reported. */
  record Unreported() implements ContainerState {}

  /**
   * The container doesn't run yet, or not again.
   *
   * @param reason why in one word, such as {@code ImagePullBackOff}
   * @param message the text with the reason
   */
  record Waiting(String reason, String message) implements ContainerState {}

  /** The container runs. */
  record Running() implements ContainerState {}

  /**
   * The container has ended.
   *
   * @param exitCode what its process returned
   * @param signal the signal that ended it, 0 for none
   * @param reason why in one word, such as {@code OOMKilled}
   * @param message the text with the reason
   * @param finishedAt when it ended
   */
  record Terminated(
      int exitCode, int signal, String reason, String message, Optional<Instant> finishedAt)
      implements ContainerState {

    /** Returns whether it ended as it should. */
    public boolean isSuccess() {
      return exitCode == 0 && signal == 0;
    }
  }
}
