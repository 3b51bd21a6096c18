package dev.plimsoll.cli;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs {@code plimsoll check} on manifests that a test writes. */
final class CheckRun {
  static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: %s, namespace: %s}
      spec:
        containers:
          - name: main
            image: example.com/a
            resources:
              requests: {cpu: %s}
      """;

  static final String NAMESPACE =
      """
      apiVersion: v1
      kind: Namespace
      metadata: {name: fresh}
      """;
  static final String QUOTA =
      """
      apiVersion: v1
      kind: ResourceQuota
      metadata: {name: cpus, namespace: fresh}
      spec:
        hard:
          requests.cpu: "1"
      """;
  static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: %s, namespace: fresh}
      spec:
        replicas: %d
        selector: {matchLabels: {app: a}}
        template:
          metadata: {labels: {app: a}}
          spec:
            containers:
              - name: main
                image: example.com/a
                resources:
                  requests:
                    cpu: %s
      """;

  private final Path folder;

  CheckRun(Path folder) {
    this.folder = folder;
  }

  /** Writes a file, and returns the same. */
  CheckRun with(String name, String text) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  Path path(String name) {
    return folder.resolve(name);
  }

  /** Checks a folder against the example, of which all is known. */
  CliRun onExample(String name, String... options) {
    List<String> words = new ArrayList<>(List.of("check", path(name).toString(), "--complete"));
    words.addAll(List.of(options));
    words.addAll(List.of("--snapshot", CliRun.EXAMPLE.toString()));
    return CliRun.of(words.toArray(String[]::new));
  }

  JsonObject json(String name, String... options) {
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("-o", "json"));
    return JsonParser.parseString(onExample(name, all.toArray(String[]::new)).out())
        .getAsJsonObject();
  }

  /** Returns the findings, each as its effect, object, line and field. */
  static List<String> findings(JsonObject answer) {
    List<String> found = new ArrayList<>();
    answer
        .getAsJsonArray("findings")
        .forEach(
            f -> {
              JsonObject finding = f.getAsJsonObject();
              if (!finding.get("level").getAsString().equals("note")) {
                found.add(
                    finding.get("effect").getAsString()
                        + " "
                        + finding.get("object").getAsString()
                        + " "
                        + finding.getAsJsonObject("position").get("line").getAsInt()
                        + " "
                        + finding.get("field").getAsString());
              }
            });
    return found;
  }

  /** Returns nodes of a pool; the last has a taint that nobody tolerates. */
  static String nodes(int count) {
    StringBuilder nodes = new StringBuilder();
    for (int i = 0; i < count; i++) {
      nodes.append(
          """
          apiVersion: v1
          kind: Node
          metadata: {name: agents-%d, labels: {pool: agents}}
          spec: {taints: [%s]}
          status: {allocatable: {cpu: 4, memory: 64Gi, pods: 110}}
          ---
          """
              .formatted(i, i == count - 1 ? "{key: broken, effect: NoSchedule}" : ""));
    }
    return nodes.toString();
  }

  /** Checks a folder with these options alone. */
  CliRun checked(String name, String... options) {
    List<String> words = new ArrayList<>(List.of("check", path(name).toString()));
    words.addAll(List.of(options));
    return CliRun.of(words.toArray(String[]::new));
  }
}
