package dev.plimsoll.advisor.backtest;

import dev.plimsoll.kube.InputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * Reads recorded demand from comma-separated columns, plain or gzipped: {@code time}, {@code
 * tenant}, {@code quota_gpus}, {@code running_gpus} and {@code pending_gpus}, in any order and
 * beside others. At each time there is one row for each tenant; times are equally far apart.
 */
public final class DemandReader {
  private DemandReader() {}

  /**
   * Reads the file.
   *
   * @throws InputException if it can't be read, or a column or a row is missing or wrong
   */
  public static DemandTrace read(Path file) {
    try (BufferedReader reader = open(file)) {
      return read(file.toString(), reader.lines().toList());
    } catch (NoSuchFileException e) {
      throw new InputException("there is no file " + file);
    } catch (IOException | UncheckedIOException e) {
      throw new InputException(file + " can't be read as a demand file: " + e.getMessage());
    }
  }

  /** Reads the lines, the first of which names the columns. */
  static DemandTrace read(String file, List<String> lines) {
    if (lines.isEmpty()) {
      throw new InputException(file + " is empty; its first line must name the columns");
    }
    DemandColumns columns = DemandColumns.of(file, lines.get(0));
    DemandGathering gathering = new DemandGathering(file);
    for (int i = 1; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        gathering.add(columns.row(lines.get(i), i + 1));
      }
    }
    return gathering.trace();
  }

  private static BufferedReader open(Path file) throws IOException {
    InputStream bytes = Files.newInputStream(file);
    try {
      InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
      return new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8));
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }
}
