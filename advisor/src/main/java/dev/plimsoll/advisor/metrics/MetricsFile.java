package dev.plimsoll.advisor.metrics;

import dev.plimsoll.kube.InputException;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file for node-exporter's textfile collector, replaced atomically. */
public final class MetricsFile {
  private MetricsFile() {}

  /**
   * Checks that the file can be written.
   *
   * @throws InputException if it cannot
   */
  public static void check(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw failed(file, "no such directory");
    }
    if (Files.isDirectory(file)) {
      throw failed(file, "is a directory");
    }
  }

  /**
   * Replaces the file.
   *
   * @throws InputException if it can't be written
   */
  public static void write(Path file, PrometheusRegistry metrics) {
    check(file);
    Path whole = file.toAbsolutePath().resolveSibling(file.getFileName() + ".new");
    try {
      try {
        try (OutputStream out = Files.newOutputStream(whole)) {
          PrometheusTextFormatWriter.create().write(out, metrics.scrape());
        }
        Files.move(
            whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(whole);
      }
    } catch (IOException e) {
      throw failed(file, String.valueOf(e.getMessage()));
    }
  }

  private static InputException failed(Path file, String reason) {
    return new InputException("cannot write metrics to " + file + ": " + reason + ".");
  }
}
