package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A live cluster that lets the caller read nothing, or not all. */
class CheckWithoutRightsTest {
  @TempDir private Path folder;
  private final KubeApiServer server = KubeApiServer.start();

  @BeforeEach
  void start() {
    server.access().token("author", new User("author", "1", List.of()));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private CliRun check(String... options) {
    new CheckRun(folder).with("deploy/pod.yaml", CheckRun.POD.formatted("p", "default", "1m"));
    List<String> words =
        new ArrayList<>(
            List.of(
                "check",
                folder.resolve("deploy").toString(),
                "--kubeconfig",
                server.kubeconfig(folder, "author", "default").toString()));
    words.addAll(List.of(options));
    return CliRun.of(words.toArray(String[]::new));
  }

  @Test
  void without_any_right_one_sentence_says_so() {
    CliRun run = check();

    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines().filter(l -> l.startsWith("error: "))).hasSize(1);
    assertThat(run.err()).doesNotContain("Exception").contains("forbidden");
  }

  @Test
  void without_the_right_to_nodes_the_answer_is_unknown_and_not_green() {
    server.access().allow("author", "*", "*", "*");
    server.access().forbid("author", "list", "nodes");

    CliRun run = check();

    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(run.out() + run.err()).contains("nodes");
    assertThat(check("--allow-unknown").exitCode()).isEqualTo(ExitCode.OK);
  }
}
