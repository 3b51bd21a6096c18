package dev.plimsoll.bench.when;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * A row of a file of comma-separated values, which may be compressed. The file's first line names
 * the columns.
 */
record CsvRow(Path file, int line, List<String> header, List<String> values) {

  /** Returns the rows below the first line. */
  static List<CsvRow> read(Path file) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8))) {
      List<String> lines = reader.lines().toList();
      if (lines.size() < 2) {
        throw new IllegalArgumentException(file + ": has no rows");
      }
      List<String> header = List.of(lines.get(0).split(",", -1));
      List<CsvRow> rows = new ArrayList<>();
      for (int i = 1; i < lines.size(); i++) {
        CsvRow row = new CsvRow(file, i + 1, header, List.of(lines.get(i).split(",", -1)));
        if (row.values().size() != header.size()) {
          throw new IllegalArgumentException(
              "%s: has %d values, the first line names %d columns"
                  .formatted(row.place(), row.values().size(), header.size()));
        }
        rows.add(row);
      }
      return rows;
    }
  }

  Optional<String> find(String column) {
    int at = header.indexOf(column);
    return at < 0 ? Optional.empty() : Optional.of(values.get(at));
  }

  String text(String column) {
    return find(column)
        .orElseThrow(
            () -> new IllegalArgumentException(file + ": has no column \"" + column + "\""));
  }

  /** Returns a whole number. Times may have decimals, which are cut. */
  long number(String column) {
    String text = text(column);
    try {
      double number = Double.parseDouble(text);
      if (Double.isFinite(number) && number >= 0) {
        return (long) number;
      }
    } catch (NumberFormatException e) {
      // The sentence below says what is wrong.
    }
    throw new IllegalArgumentException(
        "%s: %s is \"%s\", must be a number of 0 or more".formatted(place(), column, text));
  }

  String place() {
    return file + ":" + line;
  }

  private static InputStream open(Path file) throws IOException {
    InputStream bytes = Files.newInputStream(file);
    return file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
  }
}
