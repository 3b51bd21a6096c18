package dev.plimsoll.advisor.metrics;

import dev.plimsoll.kube.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file for node-exporter's textfile collector, which must never see half of one. */
public final class MetricsFile {
  private MetricsFile() {}

  /**
   * Does nothing if there is a place for the file.
   *
   * @throws InputException if there isn't
   */
  public static void check(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new InputException("The metrics can't be written to " + file + ": no such folder.");
    }
    if (Files.isDirectory(file)) {
      throw new InputException("The metrics can't be written to " + file + ": it is a folder.");
    }
  }

  /**
   * Puts the metrics in the place of what was there.
   *
   * @throws InputException if it can't be written
   */
  public static void write(Path file, String metrics) {
    check(file);
    Path whole = file.toAbsolutePath().resolveSibling(file.getFileName() + ".new");
    try {
      Files.writeString(whole, metrics);
      Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new InputException(
          "The metrics can't be written to " + file + ": " + e.getMessage() + ".");
    }
  }
}
