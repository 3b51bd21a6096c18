package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What somebody types who is new, or in a hurry: one sentence says what is wrong with it. */
class WrongArgumentsTest {
  private static final String NOTHING_LISTENS =
      """
      apiVersion: v1
      kind: Config
      current-context: c
      contexts: [{name: c, context: {cluster: c, user: u}}]
      clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]
      users: [{name: u, user: {token: t}}]
      """;

  @TempDir Path folder;

  @BeforeEach
  void writeFiles() throws IOException {
    Files.createDirectory(folder.resolve("folder"));
    Files.writeString(folder.resolve("text"), "just text");
    Files.writeString(folder.resolve("empty"), "");
    Files.writeString(folder.resolve("broken.yaml"), "a: [1");
    Files.writeString(folder.resolve("unreachable"), NOTHING_LISTENS);
  }

  /** Runs a line in which {@code @} is the folder, on the example where it says {@code EXAMPLE}. */
  private CliRun run(String line) {
    return CliRun.of(
        line.replace("EXAMPLE", "--snapshot " + CliRun.EXAMPLE)
            .replace("POLICY", CliRun.ROOT.resolve("examples/policy.yaml").toString())
            .replace("POD", CliRun.ROOT.resolve("examples/pod.yaml").toString())
            .replace("@", folder + "/")
            .split(" "));
  }

  static Stream<String> commands() {
    return Plimsoll.commandLine().getSubcommands().keySet().stream()
        .filter(command -> !command.equals("help"))
        .sorted();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void an_unknown_option_alone_is_one_sentence_and_where_to_read_on(String command) {
    CliRun cliRun = CliRun.of(command, "--zzz");

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.out()).isEmpty();
    assertThat(cliRun.err().lines().toList()).hasSize(2).first().asString().startsWith("error: ");
    assertThat(cliRun.err()).containsPattern("'--zzz'|Missing required");
    assertThat(cliRun.err()).endsWith("See: plimsoll " + command + " --help\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          gaps --snapshot @missing                        | missing does not exist.
          gaps --snapshot @folder                         | holds no Kubernetes objects in files that end with
          gaps --snapshot @broken.yaml                    | broken.yaml, document 1: is not correct YAML at line 1
          gaps --snapshot @empty                          | empty holds no Kubernetes objects.
          gaps --kubeconfig @missing                      | missing
          quota describe nope EXAMPLE                     | resourcequota "nope" not found
          explain pod/ EXAMPLE                            | expected KIND/NAME
          fit -f @missing EXAMPLE                         | missing does not exist.
          fit -f @folder EXAMPLE                          | folder is not a file.
          fit -f @text EXAMPLE                            | text
          advise --policy @missing EXAMPLE                | missing does not exist.
          advise --policy @folder EXAMPLE                 | folder is not a file.
          advise --policy @text EXAMPLE                   | holds no capacity policy
          advise EXAMPLE --policy POLICY --prometheus nonsense | invalid Prometheus URL "nonsense"
          advise --watch --config @missing                | missing does not exist.
          backtest --demand @missing --policy POLICY      | missing does not exist.
          backtest --demand @folder --policy POLICY       | folder is not a file.
          backtest --demand @empty --policy POLICY        | the first line must name the columns
          serve --config @missing                         | missing does not exist.
          serve --config @folder                          | folder is not a file.
          serve --config @text                            | the document must be a mapping
          demo --snapshot @missing                        | missing does not exist.
          replay @missing                                 | missing does not exist.
          replay @folder                                  | folder is not a file.
          replay @text                                    | is not a journal of decisions
          probe nonsense                                  | invalid URL "nonsense"
          snapshot @folder --kubeconfig @unreachable      | folder is a folder; name a file.
          """)
  void a_wrong_file_or_value_is_one_sentence(String line, String expected) {
    CliRun cliRun = run(line);

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.out()).isEmpty();
    assertThat(cliRun.err().lines().toList())
        .singleElement()
        .asString()
        .startsWith("error: ")
        .contains(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          snapshot           | error: Missing required argument (specify one of these): ([FILE]
          demo --port 99999  | error: invalid --port "99999": expected a number from 0 to 65535
          capacity --by-domain --by-flavor | error: expected either --by-domain or --by-flavor
          gasp               | error: Unmatched argument at index 0: 'gasp'
          """)
  void wrong_usage_is_one_sentence_and_where_to_read_on(String line, String expected) {
    CliRun cliRun = run(line);

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.err().lines().toList()).hasSize(2).first().asString().startsWith(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "gaps",
    "quota",
    "capacity",
    "explain pod/a -n b",
    "fit -f POD",
    "defrag",
    "whatif --uncordon a gaps",
    "advise --policy POLICY",
    "advise --watch",
    "snapshot @dump.json"
  })
  void a_cluster_that_does_not_answer_is_one_sentence(String line) {
    CliRun cliRun = run(line + " --kubeconfig @unreachable");

    assertThat(cliRun.exitCode()).isEqualTo(3);
    assertThat(cliRun.out()).isEmpty();
    assertThat(cliRun.err().lines())
        .containsExactly(
            "error: The cluster at https://127.0.0.1:1 (context \"c\") can't be reached: nothing"
                + " answers there.");
    assertThat(folder.resolve("dump.json")).doesNotExist();
  }

  @Test
  void an_object_of_another_kind_is_not_read_as_a_policy() {
    assertThat(run("advise EXAMPLE --policy POD").err().lines())
        .hasSize(2)
        .last()
        .asString()
        .endsWith("kind is Pod; it must be CapacityPolicy.");
  }

  @ParameterizedTest
  @CsvSource({
    "gaps, 'Name one with --kubeconfig, or a dump with --snapshot.'",
    "advise --watch, Name one with --kubeconfig.",
    "snapshot @dump.json, Name one with --kubeconfig.",
    "serve --config @serve.yaml, 'Name one in the file, as cluster.kubeconfig.'"
  })
  void without_a_kubeconfig_it_is_said_how_to_name_one(String line, String expected)
      throws Exception {
    Files.writeString(
        folder.resolve("serve.yaml"),
        "{apiVersion: config.plimsoll.dev/v1alpha1, kind: ServiceConfiguration,"
            + " console: {listen: {port: 0}}}");

    try (PlimsollProcess process =
        PlimsollProcess.start(
            folder, List.of("-Duser.home=" + folder), line.replace("@", folder + "/").split(" "))) {
      CliRun cliRun = process.await(60);

      assertThat(cliRun.exitCode()).isEqualTo(2);
      assertThat(cliRun.err().lines())
          .containsExactly(
              "error: There is no kubeconfig: "
                  + folder.resolve(".kube/config")
                  + " does not exist. "
                  + expected);
    }
  }
}
