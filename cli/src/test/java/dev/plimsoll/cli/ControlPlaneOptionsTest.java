package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ControlPlaneOptionsTest {
  private static final String UP_TO_1_33 = "1 node(s) had untolerated taint {team: nlp}.";
  private static final String SINCE_1_34 = "1 node(s) had untolerated taint(s).";

  @TempDir Path folder;

  private Path dump(String kubelet) throws IOException {
    return Files.writeString(
        folder.resolve("dump.yaml"),
        """
            apiVersion: v1
            kind: Node
            metadata: {name: a}
            spec: {taints: [{key: team, value: nlp, effect: NoSchedule}]}
            status: {nodeInfo: {kubeletVersion: %s}, allocatable: {pods: "10"}}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: p, namespace: n}
            spec: {containers: [{name: c}]}
            status: {phase: Pending}
            """
            .formatted(kubelet));
  }

  private CliRun explain(String kubelet, String... options) throws IOException {
    List<String> args =
        new ArrayList<>(
            List.of(
                "explain",
                "pod/p",
                "-n",
                "n",
                "--complete",
                "--snapshot",
                dump(kubelet).toString()));
    args.addAll(List.of(options));
    return CliRun.of(args.toArray(String[]::new));
  }

  @Test
  void the_newest_kubelet_tells_by_which_rules_a_dump_is_explained() throws IOException {
    CliRun run = explain("v1.33.4", "-o", "wide");

    assertThat(run.out())
        .contains(UP_TO_1_33)
        .endsWith(
            "Rules\n  Kubernetes 1.33, as the newest kubelet, which no API server is older than\n");
    assertThat(explain("v1.34.0").out()).contains(SINCE_1_34);
  }

  @Test
  void the_option_is_stronger_than_the_kubelets() throws IOException {
    CliRun run = explain("v1.33.4", "--kubernetes-version", "1.35", "-o", "json");

    assertThat(run.out())
        .contains(
            SINCE_1_34, "\"version\": \"1.35\"", "\"source\": \"Option\"", "\"rules\": \"1.35\"");
  }

  @Test
  void a_kubelet_that_tells_no_version_is_no_error() throws IOException {
    CliRun run = explain("unknown", "-o", "json");

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains(SINCE_1_34, "\"version\": \"1.36\"", "\"source\": \"Default\"");
  }

  @Test
  void of_a_version_that_is_not_known_the_nearest_rules_are_applied_and_that_is_said()
      throws IOException {
    CliRun run = explain("v1.39.0");

    assertThat(run.out()).contains(SINCE_1_34);
    assertThat(run.err())
        .isEqualTo(
            "note: Kubernetes 1.39, as the newest kubelet, which no API server is older than; its"
                + " rules are not known, those of 1.37 are applied, so feature gates, rules and texts may"
                + " differ.\n");
  }

  /** Each command that predicts, with the pod of the dump. */
  static Stream<List<String>> predictions() {
    return Stream.of(
        List.of("explain", "pod/p", "-n", "n"),
        List.of("gaps"),
        List.of("fit", "-f", "POD"),
        List.of("when", "pod/p", "-n", "n"),
        List.of("whatif", "--cordon", "a", "gaps"),
        List.of("check", "POD"),
        List.of("capacity"),
        List.of("defrag"),
        List.of("quota"));
  }

  @ParameterizedTest
  @MethodSource("predictions")
  void each_answer_says_which_rules_are_applied_where_the_version_is_not_known(List<String> command)
      throws IOException {
    Path dump = dump("v1.38.0");
    Path pod =
        Files.writeString(
            folder.resolve("pod.yaml"),
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: q, namespace: n}
            spec: {containers: [{name: c}]}
            """);
    List<String> args = new ArrayList<>();
    command.forEach(w -> args.add(w.equals("POD") ? pod.toString() : w));
    args.addAll(List.of("--complete", "--snapshot", dump.toString()));

    String sentence = "its rules are not known, those of 1.37 are applied";
    assertThat(CliRun.of(args.toArray(String[]::new)).err()).contains(sentence);
    args.addAll(List.of("-o", "json"));
    CliRun json = CliRun.of(args.toArray(String[]::new));
    assertThat(json.err()).contains(sentence);
    assertThat(json.out()).contains(sentence);

    args.addAll(List.of("--kubernetes-version", "1.37"));
    CliRun known = CliRun.of(args.toArray(String[]::new));
    assertThat(known.err() + known.out()).doesNotContain("rules are not known");
  }

  @Test
  void feature_gates_that_are_set_are_told() throws IOException {
    CliRun run =
        explain("v1.33.4", "--feature-gates", "DynamicResourceAllocation=true", "-o", "wide");

    assertThat(run.out()).endsWith("is older than; with DynamicResourceAllocation=true\n");
  }

  @Test
  void options_that_cannot_be_meant_are_rejected_in_one_sentence() throws IOException {
    assertThat(explain("v1.33.4", "--kubernetes-version", "latest").err())
        .startsWith(
            "error: invalid --kubernetes-version \"latest\": expected a version such as 1.33");
    assertThat(explain("v1.33.4", "--feature-gates", "PodLevelResources").err())
        .startsWith(
            "error: invalid --feature-gates: \"PodLevelResources\" is not of the form NAME=true or"
                + " NAME=false");
    CliRun run = explain("v1.33.4", "--feature-gates", "PodLevelResources=true");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .startsWith(
            "error: invalid --feature-gates: feature gate \"PodLevelResources\" cannot be set for"
                + " Kubernetes 1.33, where it does not exist or its rules are not known");
  }

  @Test
  void the_versions_whose_rules_are_known_are_told_with_the_programs_own() {
    assertThat(CliRun.of("--version").out())
        .endsWith("by the rules of Kubernetes 1.31, 1.32, 1.33, 1.34, 1.35, 1.36, 1.37\n");
  }
}
