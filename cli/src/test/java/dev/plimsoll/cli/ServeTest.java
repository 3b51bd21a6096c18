package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an operator is told who starts the service with something wrong. */
class ServeTest {
  @TempDir Path folder;

  private static void assertInvalid(CliRun cliRun, String sentence) {
    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.out()).isEmpty();
    assertThat(cliRun.err()).hasLineCount(1).startsWith("error: ").contains(sentence);
  }

  private CliRun serve(String configuration) throws IOException {
    Files.writeString(
        folder.resolve("kubeconfig"),
        """
        current-context: here
        contexts: [{name: here, context: {cluster: c}}]
        clusters: [{name: c, cluster: {server: "http://127.0.0.1:9"}}]
        """);
    Path file =
        Files.writeString(
            folder.resolve("serve.yaml"),
            "apiVersion: config.plimsoll.dev/v1alpha1\nkind: ServiceConfiguration\n"
                + configuration
                + "\nconsole: {listen: {port: 0}}");
    return CliRun.of("serve", "--config", file.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scheduler: {listen: {prot: 1}} | serve.yaml, line 3: scheduler.listen.prot is an unknown key;",
        "scheduler: {listen: {port: many}} | line 3: scheduler.listen.port must be an integer from 0 to",
        "policy: none.yaml | none.yaml does not exist.",
        "scheduler: {listen: {port: 0, tls: {certificate: a.crt, key: a.key, clientCa: ca.crt}}} | cannot read",
        "cluster: {kubeconfig: /none} | The kubeconfig /none does not exist.",
        "scheduler: {listen: [1]} | scheduler.listen must be a mapping, got a list",
      })
  void a_mistake_in_the_configuration_is_one_sentence(String configuration, String sentence)
      throws IOException {
    assertInvalid(serve(configuration), sentence);
  }

  @Test
  void a_context_that_is_not_there_is_said_with_those_that_are() throws IOException {
    assertInvalid(
        serve(
            "scheduler: {listen: {port: 0}}\ncluster: {kubeconfig: "
                + folder.resolve("kubeconfig")
                + ", context: there}\n"),
        "has no context \"there\"; it has here.");
  }

  @Test
  void a_configuration_that_is_not_there_is_said_to_be() {
    assertInvalid(
        CliRun.of("serve", "--config", folder.resolve("none.yaml").toString()),
        "none.yaml does not exist.");
  }

  @Test
  void a_port_that_is_in_use_is_said_to_be() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(other.getLocalPort());

      assertInvalid(
          serve("scheduler: {listen: {port: " + port + "}}\ncluster: {kubeconfig: kubeconfig}\n"),
          ":" + port + ": address already in use");
      assertInvalid(
          CliRun.of("demo", "--port", port, "--snapshot", CliRun.EXAMPLE.toString()),
          ":" + port + ": address already in use");
    }
  }
}
