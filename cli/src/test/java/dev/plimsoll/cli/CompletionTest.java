package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionTest {
  @TempDir private Path folder;

  private static List<String> kubectl(String... words) {
    return KubectlCompletion.lines(Plimsoll.commandLine(), List.of(words));
  }

  @Test
  void kubectl_is_told_commands_options_and_values() {
    assertThat(kubectl("ga")).containsExactly("gaps", ":4");
    assertThat(kubectl("gaps", "--so")).containsExactly("--sort-by", ":4");
    assertThat(kubectl("gaps", "--sort-by", "s")).containsExactly("severity", "since", ":4");
    assertThat(kubectl("whatif", "--cordon", "n", "qu")).containsExactly("quota", ":4");
    assertThat(kubectl()).contains("explain", "gaps").doesNotContain("--help");
  }

  @Test
  void kubectl_completes_files_where_there_is_nothing_to_choose_from() {
    assertThat(kubectl("gaps", "--snapshot", "ex")).containsExactly(":0");
  }

  @Test
  void namespaces_are_those_of_the_cluster() {
    String example = CliRun.EXAMPLE.toString();

    assertThat(kubectl("gaps", "--snapshot", example, "-n", "ro"))
        .containsExactly("robotics", ":4");
    assertThat(kubectl("gaps", "--snapshot", example, "--namespace", ""))
        .contains("vision", "nlp", ":4");
  }

  @Test
  void kinds_are_completed_first_and_then_names() {
    String example = CliRun.EXAMPLE.toString();

    assertThat(kubectl("explain", "dep")).containsExactly("deployment/", ":6");
    assertThat(kubectl("explain", "--snapshot", example, "-n", "vision", "deployment/note"))
        .containsExactly("deployment/notebook", ":4");
    assertThat(kubectl("explain", "--snapshot", example, "-n", "vision", "deployment", "note"))
        .containsExactly("notebook", ":4");
  }

  @Test
  void names_of_a_live_cluster_are_asked_of_it() throws IOException {
    try (SharedExampleServer cluster = new SharedExampleServer(folder)) {
      String kubeconfig = cluster.kubeconfig("admin").toString();

      assertThat(kubectl("gaps", "--kubeconfig", kubeconfig, "-n", "vis"))
          .containsExactly("vision", ":4");
      assertThat(kubectl("explain", "--kubeconfig", kubeconfig, "deployment/note"))
          .containsExactly("deployment/notebook", ":4");
    }
  }

  @Test
  void a_cluster_that_cannot_be_asked_offers_nothing() {
    assertThat(kubectl("gaps", "--kubeconfig", "none.yaml", "-n", "v")).containsExactly(":0");
  }

  @Test
  void bash_completes_with_its_script() throws IOException, InterruptedException {
    Path script =
        Files.writeString(folder.resolve("plimsoll.bash"), CliRun.of("completion", "bash").out());
    Process bash =
        new ProcessBuilder(
                "bash",
                "-c",
                "source \"$0\"; compopt() { :; }; COMP_WORDS=(plimsoll gaps --min); COMP_CWORD=2; _complete_plimsoll;"
                    + " echo \"${COMPREPLY[@]}\"",
                script.toString())
            .redirectErrorStream(true)
            .start();

    assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("--min-severity\n");
    assertThat(bash.waitFor()).isZero();
  }

  @Test
  void zsh_has_the_script_of_bash_which_is_for_both() {
    assertThat(CliRun.of("completion", "zsh").out())
        .isEqualTo(CliRun.of("completion", "bash").out())
        .contains("bashcompinit");
  }

  @Test
  void fish_is_told_each_option_below_its_command_with_values_and_files() {
    assertThat(CliRun.of("completion", "fish").out().lines())
        .allMatch(l -> l.startsWith("complete -c plimsoll "))
        .anyMatch(
            l ->
                l.contains("-n '__fish_seen_subcommand_from gaps' -l sort-by -x -a 'cost severity ")
                    && l.contains(" -d 'cost (default), "))
        .anyMatch(l -> l.contains("-n '__fish_seen_subcommand_from gaps' -l snapshot -rF -d '"))
        .anyMatch(
            l ->
                l.contains(
                    "-n '__fish_seen_subcommand_from quota; and not __fish_seen_subcommand_from"
                        + " describe' -a describe -d '"))
        .noneMatch(l -> l.contains("replay-clock"));
  }

  @Test
  void a_shell_that_is_unknown_is_one_sentence() {
    CliRun run = CliRun.of("completion", "tcsh");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("error: Invalid value").contains("[bash, zsh, fish]");
  }
}
