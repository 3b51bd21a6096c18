package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayCommandTest {
  private static final String HEADING =
      "{\"journal\":\"plimsoll.dev/decisions/v1\",\"version\":\"0.1.0\"}\n";

  @TempDir Path folder = Path.of("");

  private static String line(String pod, String decision, String held, long used) {
    return """
        {"number":1,"time":"2026-01-01T00:00:00Z","verb":"filter","namespace":"team","pod":"%s",\
        "uid":"u","decision":"%s","held":"%s","nodes":2,"passing":%d,"durationSeconds":0.000100000,\
        "checks":[{"tenant":"vision","policy":"gpus","placement":"hold","resources":[\
        {"resource":"nvidia.com/gpu","requested":"1","used":"%d","share":"8","ceiling":"16",\
        "borrowable":"2"}]}]}
        """
        .formatted(pod, decision, held, held.isEmpty() ? 2 : 0, used);
  }

  private static String held(String pod, long used) {
    return line(
        pod, "share", "tenant vision has no share of nvidia.com/gpu left for placement", used);
  }

  private CliRun replay(String journal) throws IOException {
    Path file = Files.writeString(folder.resolve("decisions.jsonl"), journal);
    return CliRun.of("replay", file.toString());
  }

  @Test
  void a_journal_of_the_same_rules_is_decided_as_before() throws IOException {
    CliRun run = replay(HEADING + line("a", "passed", "", 9) + held("b", 10));

    assertThat(run.out()).isEqualTo("2 of 2 decisions were decided again: all as before.\n");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void the_first_decision_that_would_be_another_is_shown() throws IOException {
    CliRun run = replay(HEADING + line("a", "passed", "", 9) + held("b", 9) + held("c", 8));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains("2 would be different.")
        .contains("line 3: filter of pod team/b at 2026-01-01T00:00:00Z.")
        .contains("  recorded  tenant vision has no share of nvidia.com/gpu left for placement\n")
        .contains("  now       not held\n")
        .contains("\"borrowable\":\"2\"");
  }

  @Test
  void what_cannot_be_decided_again_is_counted_with_the_reason() throws IOException {
    String bind =
        """
        {"number":1,"time":"2026-01-01T00:00:00Z","verb":"bind","namespace":"team","pod":"a",\
        "uid":"u","decision":"rejected","held":"409","nodes":1,"passing":0,\
        "durationSeconds":0.000100000,"checks":[]%s}
        """;
    CliRun run =
        replay(
            HEADING
                + bind.formatted("")
                + bind.formatted(
                    ",\"grounds\":{\"unrecorded\":\"the API server did not bind the pod\"}"));

    assertThat(run.out())
        .isEqualTo(
            """
            0 of 2 decisions were decided again: all as before.
            Not decided again:
              1  bind: an older version wrote the entry
              1  bind: the API server did not bind the pod
            """);
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void a_file_that_is_no_journal_is_said_to_be() throws IOException {
    CliRun run = replay("{}\n");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).hasLineCount(1).contains("is not a journal of decisions");
  }
}
