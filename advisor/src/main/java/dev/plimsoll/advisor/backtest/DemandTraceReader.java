package dev.plimsoll.advisor.backtest;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.InputFiles;
import dev.plimsoll.kube.file.GunzipStream;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipException;

/**
 * Reads recorded demand from comma-separated columns, plain or gzipped: {@code time}, {@code
 * tenant}, {@code quota_gpus}, {@code running_gpus} and {@code pending_gpus}, in any order and
 * beside others. At each time there is one row for each tenant; times are equally far apart.
 */
public final class DemandTraceReader {
  private static final String BYTE_ORDER_MARK = "\ufeff";
  private static final int ZIPPED_FIRST = 0x1f;
  private static final int ZIPPED_SECOND = 0x8b;

  private DemandTraceReader() {}

  /**
   * Reads the file.
   *
   * @throws InputException if it can't be read, or a column or a row is missing or wrong
   */
  public static DemandTrace read(Path file) {
    InputFiles.require(file);
    try (BufferedReader reader = open(file)) {
      return read(file.toString(), reader.lines().toList());
    } catch (IOException | UncheckedIOException e) {
      throw new InputException("cannot read " + file + ": " + reason(e) + ".");
    }
  }

  private static String reason(Exception e) {
    Throwable cause = e instanceof UncheckedIOException unchecked ? unchecked.getCause() : e;
    if (cause instanceof EOFException || cause instanceof ZipException) {
      return "the gzip data is incomplete or damaged; copy it again";
    }
    return cause instanceof MalformedInputException
        ? "it is not UTF-8 text"
        : cause instanceof AccessDeniedException ? "permission denied" : cause + "";
  }

  /** Reads the lines; the first line names the columns. */
  static DemandTrace read(String file, List<String> lines) {
    if (lines.isEmpty()) {
      throw new InputException(file + ": file is empty; the first line must name the columns.");
    }
    DemandColumns columns = DemandColumns.of(file, lines.get(0).replace(BYTE_ORDER_MARK, ""));
    DemandTraceBuilder gathering = new DemandTraceBuilder(file);
    for (int i = 1; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        gathering.add(columns.row(lines.get(i), i + 1));
      }
    }
    return gathering.trace();
  }

  private static BufferedReader open(Path file) throws IOException {
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file));
    try {
      bytes.mark(2);
      boolean zipped = bytes.read() == ZIPPED_FIRST && bytes.read() == ZIPPED_SECOND;
      bytes.reset();
      InputStream plain = zipped ? new GunzipStream(bytes) : bytes;
      return new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8.newDecoder()));
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }
}
