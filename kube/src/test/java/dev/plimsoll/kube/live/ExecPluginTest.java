package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExecPluginTest {
  private static final String TOKEN = "{\"kind\":\"ExecCredential\",\"status\":{\"token\":\"t\"}}";

  @TempDir Path folder;

  private static ExecPlugin shell(String script) {
    return new ExecPlugin(
        List.of("/bin/sh", "-c", script),
        Map.of("ANSWER", TOKEN),
        "client.authentication.k8s.io/v1");
  }

  @Test
  void a_token_is_taken_and_the_plug_in_is_told_what_is_asked() {
    assertThat(shell("echo \"$ANSWER\"").credential(ExecPlugin.LONGEST))
        .containsEntry("token", "t");
    assertThat(
            shell("case $KUBERNETES_EXEC_INFO in *ExecCredential*) echo \"$ANSWER\";; esac")
                .credential(ExecPlugin.LONGEST))
        .containsEntry("token", "t");
  }

  @ParameterizedTest
  @CsvSource({
    "echo one >&2; echo 'no session. ' >&2; exit 7, failed with exit code 7: no session.",
    "exit 1, failed with exit code 1.",
    "kill -9 $$, failed with exit code 137.",
    "echo hello, printed something other than an ExecCredential",
    "echo '{}', printed something other than an ExecCredential",
    "true, printed something other than an ExecCredential",
    "head -c 3000 /dev/zero | tr '\\0' x >&2; exit 2, xxx….",
  })
  void a_failure_is_said_to_be_the_plug_ins(String script, String sentence) {
    assertThatThrownBy(() -> shell(script).credential(ExecPlugin.LONGEST))
        .isInstanceOf(UnreachableException.class)
        .hasMessageStartingWith("The credential plug-in /bin/sh ")
        .hasMessageContaining(sentence)
        .hasMessageNotContaining("\n")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400));
  }

  @Test
  void a_plug_in_that_hangs_is_ended() {
    assertThatThrownBy(() -> shell("sleep 600 & sleep 600").credential(Duration.ofSeconds(1)))
        .isInstanceOf(UnreachableException.class)
        .hasMessageContaining("gave no credential within 1 seconds");
  }

  @Test
  void a_plug_in_that_is_missing_is_named() {
    ExecPlugin missing = new ExecPlugin(List.of("/no/such/login"), Map.of(), "v1");

    assertThatThrownBy(() -> missing.credential(ExecPlugin.LONGEST))
        .isInstanceOf(UnreachableException.class)
        .hasMessage(
            "The credential plug-in /no/such/login can't be started: no such program, or"
                + " permission denied.");
  }

  @Test
  void a_cluster_whose_plug_in_fails_is_not_asked_without_a_credential() throws IOException {
    try (StubApi api = new StubApi()) {
      Path kubeconfig =
          Files.writeString(
              folder.resolve("kubeconfig"),
              """
              current-context: here
              contexts: [{name: here, context: {cluster: c, user: u}}]
              clusters: [{name: c, cluster: {server: "%s"}}]
              users: [{name: u, user: {exec: {command: /bin/sh, args: [-c, "echo log in first >&2; exit 3"]}}}]
              """
                  .formatted(api.url()));

      assertThatThrownBy(
              () ->
                  LiveCluster.read(
                      new ClusterAccess(Optional.of(kubeconfig), Optional.empty()), n -> {}))
          .isInstanceOf(UnreachableException.class)
          .hasMessage("The credential plug-in /bin/sh failed with exit code 3: log in first.");
      assertThat(api.requests()).isEmpty();
    }
  }
}
