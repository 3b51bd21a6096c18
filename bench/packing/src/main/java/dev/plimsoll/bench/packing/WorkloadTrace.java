package dev.plimsoll.bench.packing;

import dev.plimsoll.extender.scoring.NodeHeadroom;
import dev.plimsoll.extender.scoring.PodRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * A cluster and what was asked of it.
 *
 * @param nodes the nodes, empty
 * @param tasks what each task asks for
 */
record WorkloadTrace(List<NodeHeadroom> nodes, List<PodRequest> tasks) {
  private static final long MIB = 1L << 20;

  /** Makes the lists unmodifiable. */
  WorkloadTrace {
    nodes = List.copyOf(nodes);
    tasks = List.copyOf(tasks);
  }

  /**
   * Reads two files of comma-separated columns: milli-CPUs, MiB of memory, GPUs. A share of a GPU
   * counts as one.
   */
  static WorkloadTrace read(Path nodes, Path tasks) throws IOException {
    return new WorkloadTrace(
        rows(nodes).stream()
            .map(row -> new NodeHeadroom(row[2], row[2], row[0], row[1] * MIB))
            .toList(),
        rows(tasks).stream().map(row -> new PodRequest(row[2], row[0], row[1] * MIB)).toList());
  }

  /** The GPUs of all nodes. */
  long devices() {
    return nodes.stream().mapToLong(NodeHeadroom::devices).sum();
  }

  private static List<long[]> rows(Path file) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      return reader.lines().skip(1).map(WorkloadTrace::row).toList();
    }
  }

  private static long[] row(String line) {
    String[] columns = line.split(",");
    return new long[] {
      Long.parseLong(columns[0]), Long.parseLong(columns[1]), Long.parseLong(columns[2])
    };
  }
}
