package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What explain prints to be run is run as it is printed, by a shell. */
class RemedyCommandsTest {
  private static final String TRY = "try: ";

  @TempDir private Path folder;
  private Path snapshot = CliRun.EXAMPLE;

  @BeforeEach
  void copyTheExampleToAPathThatNeedsQuotes() throws IOException {
    snapshot = Files.copy(CliRun.EXAMPLE, folder.resolve("team a's $dump.json"));
  }

  @Test
  void each_try_line_runs_as_printed_and_the_pods_run_then() throws Exception {
    int tried = 0;
    for (JsonObject gap : gapsOfPods()) {
      for (String line : explain(gap)) {
        if (line.strip().startsWith(TRY)) {
          List<String> words = words(line.strip().substring(TRY.length()));
          assertThat(words.get(0)).isEqualTo("plimsoll");
          words.add("--exit-code");
          CliRun run = CliRun.of(words.subList(1, words.size()).toArray(String[]::new));
          assertThat(run.exitCode()).as("%s%n%s%n%s", line, run.out(), run.err()).isZero();
          assertThat(run.out()).contains("What if: ");
          tried++;
        }
      }
    }
    assertThat(tried).isGreaterThan(4);
  }

  @Test
  void each_command_gives_kubectl_the_patches_that_the_report_has() throws Exception {
    int sent = 0;
    for (JsonObject gap : gapsOfPods()) {
      List<JsonElement> wanted = patches(gap);
      List<JsonElement> given = new ArrayList<>();
      for (List<String> command : commands(explain(gap))) {
        given.addAll(paste(command));
      }
      assertThat(Set.copyOf(given)).isEqualTo(Set.copyOf(wanted));
      sent += given.size();
    }
    assertThat(sent).isGreaterThan(6);
  }

  private List<JsonObject> gapsOfPods() {
    List<JsonObject> gaps = new ArrayList<>();
    Set<String> objects = new TreeSet<>();
    CliRun run = CliRun.of("gaps", "-o", "json", "--snapshot", snapshot.toString());
    for (JsonElement each :
        JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonArray("gaps")) {
      JsonObject gap = each.getAsJsonObject();
      boolean explained = Set.of("Pod", "Deployment", "Job").contains(text(gap, "kind"));
      if (explained && gap.get("pods").getAsInt() > 0 && objects.add(subject(gap))) {
        gaps.add(gap);
      }
    }
    return gaps;
  }

  private static String text(JsonObject gap, String member) {
    return gap.getAsJsonObject("object").get(member).getAsString();
  }

  private static String subject(JsonObject gap) {
    return text(gap, "kind").toLowerCase(Locale.ROOT) + "/" + text(gap, "name");
  }

  private List<String> explain(JsonObject gap) {
    return run(gap).out().lines().toList();
  }

  private CliRun run(JsonObject gap, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "explain",
                subject(gap),
                "-n",
                text(gap, "namespace"),
                "--snapshot",
                snapshot.toString()));
    words.addAll(List.of(more));
    return CliRun.of(words.toArray(String[]::new));
  }

  /** Returns the patches of helpful remedies for an object; nodes are uncordoned without one. */
  private List<JsonElement> patches(JsonObject gap) {
    List<JsonElement> patches = new ArrayList<>();
    JsonObject report = JsonParser.parseString(run(gap, "-o", "json").out()).getAsJsonObject();
    for (JsonElement each : report.getAsJsonArray("gaps")) {
      JsonArray remedies = each.getAsJsonObject().getAsJsonArray("remedies");
      for (JsonElement remedy : remedies) {
        if (remedy.getAsJsonObject().get("helps").getAsBoolean()) {
          remedy
              .getAsJsonObject()
              .getAsJsonArray("patches")
              .forEach(p -> patches.add(p.getAsJsonObject()));
        }
      }
    }
    return patches.stream()
        .map(JsonElement::getAsJsonObject)
        .filter(p -> !p.get("kind").getAsString().equals("Node"))
        .map(p -> p.get("patch"))
        .toList();
  }

  /** Returns the commands that change something, those of several lines up to their ends. */
  private static List<List<String>> commands(List<String> lines) {
    List<List<String>> commands = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).strip().startsWith("kubectl patch ")) {
        List<String> command = new ArrayList<>(List.of(lines.get(i)));
        while (command.get(0).contains("<<'EOF'") && !lines.get(i).equals("EOF")) {
          i++;
          command.add(lines.get(i));
        }
        commands.add(command);
      }
    }
    return commands;
  }

  /** Lets a shell run the lines with a kubectl that keeps the patches it is given. */
  private List<JsonElement> paste(List<String> command) throws Exception {
    Path kubectl = folder.resolve("kubectl");
    Path log = Files.createTempFile(folder, "patch", ".json");
    Files.writeString(
        kubectl,
        """
        #!/bin/sh
        for word; do
          case "$previous" in -p) printf '%%s' "$word" >"%1$s" ;; esac
          case "$word" in --patch-file=*) cat "${word#--patch-file=}" >"%1$s" ;; esac
          previous=$word
        done
        """
            .formatted(log.toString().replace("$", "\\$")));
    assertThat(kubectl.toFile().setExecutable(true)).isTrue();
    shell(String.join("\n", command) + "\n");
    return List.of(JsonParser.parseString(Files.readString(log)));
  }

  private List<String> words(String line) throws Exception {
    String printed = shell("printf '%s\\n' " + line + "\n");
    return new ArrayList<>(printed.lines().toList());
  }

  private String shell(String script) throws Exception {
    ProcessBuilder sh = new ProcessBuilder("sh", "-eu");
    Map<String, String> environment = sh.environment();
    environment.put("PATH", folder + ":" + environment.get("PATH"));
    Process process = sh.redirectErrorStream(true).start();
    process.getOutputStream().write(script.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s%n%s", script, printed).isZero();
    return printed;
  }
}
