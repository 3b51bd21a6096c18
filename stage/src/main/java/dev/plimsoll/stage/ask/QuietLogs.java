package dev.plimsoll.stage.ask;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Checks that logs have no stack traces and no denied rights. */
final class QuietLogs implements Question {
  private static final Pattern BAD =
      Pattern.compile(
          "^\\s+at [\\w.$/]+\\(|Exception[: ]|forbidden|StackOverflowError|^panic:",
          Pattern.CASE_INSENSITIVE);

  @Override
  public String name() {
    return "logs";
  }

  @Override
  public boolean isForWhatFails() {
    return true;
  }

  @Override
  public Answer ask(Scene scene) throws IOException {
    int lines = 0;
    int bad = 0;
    Optional<String> first = Optional.empty();
    for (Path log : logs(scene)) {
      for (String line : lines(log)) {
        lines++;
        // What kube-scheduler logs is Kubernetes' own.
        if (BAD.matcher(line).find() && !log.toString().contains(".kube-scheduler.")) {
          bad++;
          first = first.or(() -> Optional.of(line));
        }
      }
    }
    String count = lines + " lines, " + bad + " with an exception or a denied right";
    return new Answer(bad == 0, count + first.map(it -> ": " + it).orElse(""));
  }

  static List<Path> logs(Scene scene) throws IOException {
    Path folder = scene.cluster().kubelet().logs();
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  static List<String> lines(Path log) throws IOException {
    return Files.readString(log, StandardCharsets.ISO_8859_1).lines().toList();
  }

  /** Returns the last line that some container wrote. */
  static String lastLine(Scene scene) throws IOException {
    for (Path log : logs(scene)) {
      List<String> lines = lines(log);
      if (!lines.isEmpty()) {
        return log.getFileName() + ": " + lines.get(lines.size() - 1);
      }
    }
    return "no container has written anything";
  }
}
