package dev.plimsoll.bench.packing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * Reads nodes and tasks from comma-separated files, which may be compressed. The first line names
 * the columns: {@code cpu_milli}, {@code memory_mib}, and {@code gpu} of nodes, {@code num_gpu} of
 * tasks; others are not looked at. A share of a GPU counts as one.
 */
final class WorkloadTrace {
  private static final long MIB = 1L << 20;

  private WorkloadTrace() {}

  static List<NodeShape> nodes(Path file) throws IOException {
    return rows(file, "gpu").stream()
        .map(row -> new NodeShape(row.get(0), row.get(1) * MIB, List.of(row.get(2))))
        .toList();
  }

  static List<Task> tasks(Path file) throws IOException {
    return rows(file, "num_gpu").stream()
        .map(row -> new Task(0, new PodRequest(row.get(2), row.get(0), row.get(1) * MIB)))
        .toList();
  }

  private static List<List<Long>> rows(Path file, String gpus) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8))) {
      List<List<String>> lines = reader.lines().map(line -> List.of(line.split(",", -1))).toList();
      if (lines.isEmpty()) {
        throw new IllegalArgumentException(file + " is empty");
      }
      List<Integer> columns =
          Stream.of("cpu_milli", "memory_mib", gpus)
              .map(name -> column(file, lines.get(0), name))
              .toList();
      return lines.stream()
          .skip(1)
          .map(line -> columns.stream().map(at -> Long.parseLong(line.get(at))).toList())
          .toList();
    }
  }

  private static int column(Path file, List<String> header, String name) {
    int at = header.indexOf(name);
    if (at < 0) {
      throw new IllegalArgumentException(file + " has no column " + name);
    }
    return at;
  }

  private static InputStream open(Path file) throws IOException {
    InputStream bytes = Files.newInputStream(file);
    return file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
  }
}
