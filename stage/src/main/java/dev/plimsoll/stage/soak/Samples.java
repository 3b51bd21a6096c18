package dev.plimsoll.stage.soak;

import dev.plimsoll.stage.node.Container;
import dev.plimsoll.stage.node.Kubelet;
import dev.plimsoll.stage.node.RunningPod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Memory and logs of the containers over time. */
final class Samples {
  private static final int KIB_PER_MIB = 1024;

  private final Kubelet kubelet;
  private final List<Map<String, Long>> memory = new ArrayList<>();
  private final List<Map<String, Long>> lines = new ArrayList<>();

  Samples(Kubelet kubelet) {
    this.kubelet = kubelet;
  }

  /**
   * How a figure was early and in the last third of the time.
   *
   * @param role the container
   * @param first the mean of the first third; of memory, the second: a Java heap grows at first
   * @param last the mean of the last third
   */
  record Trend(String role, long first, long last) {
    /** Returns whether it grew by more than a part and an amount. */
    boolean grew(double part, long amount) {
      return last > first * (1 + part) && last > first + amount;
    }
  }

  /** Takes a sample. */
  void take() throws IOException {
    Map<String, Long> resident = new HashMap<>();
    for (RunningPod pod : kubelet.running()) {
      for (Container each : pod.containers()) {
        long kib = each.process().isPresent() ? each.process().get().residentKib() : 0;
        resident.merge(each.name(), kib / KIB_PER_MIB, Math::max);
      }
    }
    memory.add(resident);
    Map<String, Long> written = new HashMap<>();
    if (Files.isDirectory(kubelet.logs())) {
      try (Stream<Path> logs = Files.list(kubelet.logs())) {
        for (Path log : logs.toList()) {
          String name = log.getFileName().toString();
          String role = name.split("\\.")[1];
          written.merge(role, count(log), Long::sum);
        }
      }
    }
    lines.add(written);
  }

  private static long count(Path log) throws IOException {
    try (Stream<String> all = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      return all.count();
    }
  }

  /** Returns the largest resident memory of each role's containers, in MiB. */
  List<Trend> memory() {
    return trends(memory, false);
  }

  /** Returns how many lines each role's containers wrote. */
  List<Trend> lines() {
    return trends(lines, true);
  }

  private static List<Trend> trends(List<Map<String, Long>> samples, boolean growth) {
    Set<String> roles = new TreeSet<>();
    samples.forEach(each -> roles.addAll(each.keySet()));
    int third = samples.size() / 3;
    Map<String, Trend> trends = new TreeMap<>();
    for (String role : roles) {
      List<Long> values = samples.stream().map(each -> each.getOrDefault(role, 0L)).toList();
      trends.put(
          role,
          growth
              ? new Trend(
                  role,
                  values.get(third) - values.get(0),
                  values.get(values.size() - 1) - values.get(values.size() - 1 - third))
              : new Trend(
                  role,
                  mean(values.subList(third, 2 * third)),
                  mean(values.subList(values.size() - third, values.size()))));
    }
    return List.copyOf(trends.values());
  }

  private static long mean(List<Long> values) {
    return Math.round(values.stream().mapToLong(it -> it).filter(it -> it > 0).average().orElse(0));
  }
}
