package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.plane.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be watched is said in one sentence, before anything is done. */
class WatchOptionsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "--snapshot=x.json, --snapshot: it follows a live cluster",
    "-n=a, --namespace: it covers the whole cluster",
    "--namespace=a, --namespace: it covers the whole cluster",
    "-o=json, --output: it prints no advice",
    "--exit-code, --exit-code: it prints no advice",
    "--undo, --undo: it decides more than once",
    "--accept-lost-capacity, '--accept-lost-capacity: that is accepted once, by a run without'",
    "--at=2026-01-05T12:00:00Z, --at: it decides as time goes by",
    "--metrics-file=m.prom, '--metrics-file: it serves its metrics itself, under /metrics'"
  })
  void what_does_not_go_together_is_named(String option, String expected) {
    CliRun cliRun = CliRun.of("advise", "--watch", option);

    assertThat(cliRun.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cliRun.err()).contains("--watch cannot be combined with " + expected);
  }

  @Test
  void a_configuration_without_watching_is_no_use() {
    CliRun cliRun = CliRun.of("advise", "--config", "advisor.yaml");

    assertThat(cliRun.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cliRun.err()).contains("--config needs --watch");
  }

  @Test
  void mistakes_of_the_configuration_are_said_with_their_lines() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("advisor.yaml"),
            "decisions:\n  quietSeconds: 60\n  longestSeconds: 30\nrequeue: {}\n");
    CliRun cliRun = CliRun.of("advise", "--watch", "--config", file.toString());

    assertThat(cliRun.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cliRun.err())
        .contains("advisor.yaml, line 3")
        .contains("must not be less than quietSeconds")
        .contains("requeue");
  }

  @Test
  void the_report_goes_where_the_cluster_of_the_configuration_has_its_namespace() throws Exception {
    try (KubeApiServer server = KubeApiServer.start()) {
      server.access().token("secret", new User("me", "1", List.of("system:masters")));
      server
          .objects()
          .put(
              """
              {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n1"},
               "status": {"allocatable": {"nvidia.com/gpu": "16", "pods": "110"},
                          "conditions": [{"type": "Ready", "status": "True"}]}}
              """);
      server
          .objects()
          .put(
              """
              {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "reports"}}
              """);
      Path file =
          Files.writeString(
              folder.resolve("advisor.yaml"),
              """
              cluster: {kubeconfig: %s}
              leaderElection: {leaderElect: false}
              metrics: {listen: {port: 0}}
              """
                  .formatted(server.kubeconfig(folder, "secret", "reports")));

      try (PlimsollProcess process =
          PlimsollProcess.start(
              folder, List.of(), "advise", "--watch", "--post", "--config", file.toString())) {
        Await.until(
            "a report is posted or denied",
            () ->
                !server.objects().list("v1", "ConfigMap").isEmpty()
                    || process.err().contains("/plimsoll-advice"));
      }

      assertThat(server.objects().get("v1", "ConfigMap", "reports", "plimsoll-advice")).isPresent();
    }
  }
}
