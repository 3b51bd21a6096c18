package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which policy advice follows: the cluster's own, or another that is named. */
class PolicyOptionTest {
  @TempDir Path folder;

  private String policy(String name, String tenant) throws IOException {
    return Files.writeString(
            folder.resolve(name + ".yaml"),
            """
            apiVersion: plimsoll.dev/v1alpha1
            kind: CapacityPolicy
            metadata: {name: %s, uid: "%s", generation: 1, creationTimestamp: "2026-01-01T00:00:00Z"}
            spec:
              tenants: [{name: %s, namespaces: [vision], weight: 1}]
              resources: [{name: nvidia.com/gpu}]
              changes: {apply: Automatic}
            status: {observedGeneration: 1}
            """
                .formatted(name, name, tenant))
        .toString();
  }

  private static CliRun advise(String... more) {
    String[] arguments = new String[more.length + 3];
    System.arraycopy(
        new String[] {"advise", "--snapshot", CliRun.EXAMPLE.toString()}, 0, arguments, 0, 3);
    System.arraycopy(more, 0, arguments, 3, more.length);
    return CliRun.of(arguments);
  }

  @Test
  void the_policy_of_the_cluster_is_followed_and_named() throws IOException {
    CliRun cliRun = advise(policy("own", "seers"));

    assertThat(cliRun.err()).contains("note: the cluster's CapacityPolicy own is used");
    assertThat(cliRun.out()).contains("seers");
    assertThat(cliRun.exitCode()).isZero();
  }

  @Test
  void without_any_policy_it_says_what_is_done_instead() {
    assertThat(advise().err()).contains("no policy was given");
  }

  @Test
  void of_several_one_is_chosen_by_its_name() throws IOException {
    CliRun named = advise(policy("one", "seers"), policy("two", "lookers"), "--policy", "two");

    assertThat(named.out()).contains("lookers").doesNotContain("seers", "policy two");
  }

  @Test
  void several_are_followed_one_after_the_other() throws IOException {
    CliRun all = advise(policy("one", "seers"), policy("two", "lookers"));

    assertThat(all.out())
        .startsWith("policy one:\n")
        .containsSubsequence("seers", "policy two:\n", "lookers");
    assertThat(all.exitCode()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-o json", "-o yaml", "-o patch", "-o html", "--write", "--state"})
  void what_is_for_one_policy_asks_for_its_name(String what) throws IOException {
    List<String> words = new ArrayList<>(List.of(what.split(" ")));
    words.addAll(what.startsWith("-o") ? List.of() : List.of(folder.resolve("out").toString()));
    words.add(0, policy("two", "lookers"));
    words.add(0, policy("one", "seers"));

    CliRun unclear = advise(words.toArray(String[]::new));

    assertThat(unclear.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(unclear.err())
        .contains(
            "the cluster has 2 capacity policies: one, two; %s is for one policy: choose it with --policy NAME."
                .formatted(what));
  }

  @Test
  void a_file_goes_before_the_policy_of_the_cluster() throws IOException {
    CliRun cliRun = advise(policy("own", "seers"), "--policy", policy("file", "lookers"));

    assertThat(cliRun.out()).contains("lookers").doesNotContain("seers");
  }

  @Test
  void a_name_that_is_neither_is_refused() throws IOException {
    CliRun cliRun = advise(policy("own", "seers"), "--policy", "owm");

    assertThat(cliRun.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cliRun.err())
        .contains("owm is neither a file nor a capacity policy of the cluster; known: own.");
  }

  @Test
  void a_name_is_told_where_no_policy_was_read() {
    CliRun cliRun = CliRun.onExample("advise", "--policy", "nope");

    assertThat(cliRun.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cliRun.err())
        .contains("nope is not a file, and no capacity policy of this name was read.");
  }

  @Test
  void a_policy_of_the_cluster_with_a_mistake_is_refused_by_its_name() throws IOException {
    String file = policy("own", "seers");
    Files.writeString(
        Path.of(file), Files.readString(Path.of(file)).replace("weight: 1", "weight: 0"));

    CliRun cliRun = advise(file);

    assertThat(cliRun.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cliRun.err()).contains("error: CapacityPolicy own: ");
  }
}
