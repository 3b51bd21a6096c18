package dev.plimsoll.kube;

import java.nio.file.Files;
import java.nio.file.Path;

/** The files that a user names. */
public final class InputFiles {
  private InputFiles() {}

  /**
   * Checks that there is such a file.
   *
   * @throws InputException if there is none
   */
  public static void require(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new InputException(
          file + (Files.exists(file) ? " is not a file." : " does not exist."));
    }
  }
}
