package dev.plimsoll.bench.when;

import dev.plimsoll.bench.when.Objects.Template;
import dev.plimsoll.kubernetes.object.ApiObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Recorded nodes and tasks in the columns of Alibaba's lists. A task runs as long as it did: from
 * its scheduling to its deletion. A task that was never scheduled is left out, because nobody knows
 * how long it would have run. A task's owner is its name before the number, its namespace the class
 * of service if the list has one. A part of a GPU counts as a whole one.
 */
final class TraceScenario {
  private static final String DEFAULT_NAMESPACE = "default";

  private TraceScenario() {}

  /**
   * Reads a scenario.
   *
   * @param every the number of nodes of which one is taken
   * @param condensed by how much the time between arrivals is divided
   */
  static Scenario read(String name, Path nodes, Path pods, int every, long condensed)
      throws IOException {
    List<ApiObject> objects = new ArrayList<>();
    int number = 0;
    for (CsvRow row : CsvRow.read(nodes)) {
      if (number % every == 0) {
        objects.add(
            Objects.node(
                row.find("sn").orElse("node-%05d".formatted(number)),
                row.find("model").orElse(""),
                row.number("cpu_milli"),
                row.number("memory_mib"),
                row.number("gpu")));
      }
      number++;
    }
    List<Submission> submissions = new ArrayList<>();
    long first = Long.MAX_VALUE;
    List<CsvRow> tasks =
        CsvRow.read(pods).stream().filter(r -> !r.text("scheduled_time").isEmpty()).toList();
    for (CsvRow row : tasks) {
      first = Math.min(first, row.number("creation_time"));
    }
    for (CsvRow row : tasks) {
      submissions.add(submission(row, first, condensed));
    }
    submissions.stream()
        .map(s -> s.pod().namespace())
        .distinct()
        .forEach(n -> objects.add(Objects.namespace(n)));
    return new Scenario(name, objects, List.of(), submissions);
  }

  private static Submission submission(CsvRow row, long first, long condensed) {
    String namespace =
        row.find("qos")
            .filter(q -> !q.isEmpty())
            .orElse(DEFAULT_NAMESPACE)
            .toLowerCase(Locale.ROOT);
    long runs = row.number("deletion_time") - row.number("scheduled_time");
    if (runs < 0) {
      throw new IllegalArgumentException(row.place() + ": deletion_time is before scheduled_time");
    }
    Template template =
        Template.of(
            namespace,
            Objects.requests(
                row.number("cpu_milli"), row.number("memory_mib"), row.number("num_gpu")));
    long millis = (row.number("creation_time") - first) * 1000 / condensed;
    String name = row.text("name").toLowerCase(Locale.ROOT);
    return new Submission(
        Objects.pod(template, name, name, Scenario.START.plusMillis(millis)),
        Duration.ofSeconds(Math.max(1, runs)));
  }
}
