package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pods without a node and the node groups of Cluster Autoscaler, as recorded beside it. */
class ClusterAutoscalerTest {
  private static final Path DUMP =
      CliRun.ROOT.resolve("kube/src/test/resources/autoscalers/cluster-autoscaler.yaml");

  private static final String GROWING =
      "Node groups of Cluster Autoscaler that may grow: gpu-mig (1 of 2 nodes), cpu (1 of 3 nodes).";

  @TempDir private Path folder;

  private static String explained(Path dump, String namespace) {
    return CliRun.of(
            "explain", "deployment/d", "-n", namespace, "--snapshot", "" + dump, "--complete")
        .out();
  }

  /** Returns the file of the dump after a change of its text. */
  private Path changed(String from, String to) throws IOException {
    String text = Files.readString(DUMP);
    assertThat(text).contains(from);
    return Files.writeString(folder.resolve("changed.yaml"), text.replace(from, to));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Node group gpu-fail (3 of 4 nodes) of Cluster Autoscaler gets no node for some time, because a scale-up failed: timeout: Scale-up timed out for node group gpu-fail after 45.512080061s.
          Node groups of Cluster Autoscaler at their maximum: gpu-a100 (3 of 3 nodes), gpu-l4 (5 of 5 nodes), gpu-h100 (2 of 2 nodes).
          """)
  void explain_says_which_node_groups_get_no_node(String sentence) {
    assertThat(explained(DUMP, "c18-back")).contains("\n  " + sentence + "\n");
    assertThat(explained(DUMP, "c13-max")).contains("\n  " + sentence + "\n");
  }

  @Test
  void groups_that_may_grow_are_told_until_Cluster_Autoscaler_declines() throws IOException {
    Path quiet = changed("reason: NotTriggerScaleUp", "reason: Somewhat");

    assertThat(explained(quiet, "c18-back")).contains("\n  " + GROWING + "\n");
    assertThat(explained(DUMP, "c18-back")).doesNotContain(GROWING);
  }

  @Test
  void a_remedy_that_adds_nodes_says_when_no_node_group_may_grow() throws IOException {
    String note = "note: Cluster Autoscaler adds no node now: no node group of gpu-a100";
    Path full = full();

    assertThat(explained(full, "c13-max")).contains("1. add 3 more nodes like gpu-h100", note);
    assertThat(explained(DUMP, "c13-max"))
        .contains("1. add 3 more nodes like gpu-h100")
        .doesNotContain(note);
  }

  @Test
  void a_remedy_that_adds_nodes_names_the_node_groups_that_get_none() {
    assertThat(explained(DUMP, "c13-max"))
        .contains(
            "note: Cluster Autoscaler adds no node now to gpu-a100 (3 of 3 nodes), gpu-l4 (5 of 5"
                + " nodes), gpu-fail (3 of 4 nodes), gpu-h100 (2 of 2 nodes)");
  }

  @Test
  void when_says_that_an_autoscaler_may_add_nodes_unless_it_declined_or_no_node_group_may_grow()
      throws IOException {
    String sentence = "An autoscaler may add nodes, which makes it sooner than estimated.";
    Path full = full();

    assertThat(when(changed("reason: NotTriggerScaleUp", "reason: Somewhat")))
        .contains(sentence, "  Cluster Autoscaler adds no node now to gpu-a100 (3 of 3 nodes), ");
    assertThat(when(DUMP)).doesNotContain(sentence);
    assertThat(when(full))
        .doesNotContain(sentence)
        .contains("Cluster Autoscaler adds no node now: no node group of ");
  }

  private static String when(Path dump) {
    return when(dump, "d-dc8bb694c-2qv4n", "c13-max");
  }

  private static String when(Path dump, String pod, String namespace) {
    return CliRun.of("when", "pod/" + pod, "-n", namespace, "--snapshot", "" + dump, "--complete")
        .out();
  }

  @Test
  void quotas_beyond_the_nodes_name_the_node_groups_that_may_grow() throws IOException {
    String text = "; node groups of Cluster Autoscaler may grow (their resources are unknown): ";

    assertThat(gaps(DUMP))
        .contains(
            "but schedulable nodes have 26 in total" + text + "gpu-mig (1 of 2 nodes), cpu",
            "(schedulable nodes: 26)" + text + "gpu-mig (1 of 2 nodes), cpu (1 of 3 nodes)");
    assertThat(gaps(changed("autoscalerStatus: Running", "autoscalerStatus: Initializing")))
        .contains("but schedulable nodes have 26 in total")
        .doesNotContain(text);
  }

  private static String gaps(Path dump) {
    return CliRun.of("gaps", "-o", "json", "--snapshot", "" + dump, "--complete").out();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          name: cluster-autoscaler-status | name: another | The limits of Cluster Autoscaler's node groups are unknown: ConfigMap kube-system/cluster-autoscaler-status does not exist.
          autoscalerStatus: Running | Cluster-autoscaler status at | The limits of Cluster Autoscaler's node groups are unknown: the status in ConfigMap kube-system/cluster-autoscaler-status is not correct YAML.
          time: 2026-11-29 03:12:04 | time: 2026-11-29 02:12:04 | Cluster Autoscaler wrote its status last at 2026-11-29T02:12:04.639817252Z and may have stopped.
          """)
  void what_is_unknown_is_said(String from, String to, String sentence) throws IOException {
    assertThat(explained(changed(from, to), "c18-back"))
        .contains("\n  " + sentence + "\n")
        .doesNotContain(GROWING);
  }

  @Test
  void a_status_that_was_not_read_is_not_taken_for_absent() throws IOException {
    Path unread = changed("name: cluster-autoscaler-status", "name: another");
    Files.writeString(
        unread,
        """
        ---
        apiVersion: plimsoll.dev/v1alpha1
        kind: SnapshotCoverage
        metadata: {}
        complete: [nodes, pods, namespaces, resourcequotas, limitranges, persistentvolumeclaims]
        """,
        StandardOpenOption.APPEND);

    assertThat(
            CliRun.of("explain", "deployment/d", "-n", "c18-back", "--snapshot", "" + unread).out())
        .contains("ConfigMap kube-system/cluster-autoscaler-status was not read.");
  }

  @Test
  void fit_says_whether_autoscalers_may_add_a_node() throws IOException {
    String may =
        "Node groups of Cluster Autoscaler may grow (whether a new node takes the pod is unknown): "
            + "gpu-mig (1 of 2 nodes), cpu (1 of 3 nodes).";

    assertThat(fit(DUMP, 100).out()).contains("Nodes take    0\n  then: ", "\n  " + may + "\n");
    assertThat(fit(DUMP, 100, "-o", "json").out()).contains("\"autoscalers\": \"" + may);
    assertThat(fit(DUMP, 0, "--replicas", "1").out()).doesNotContain("Autoscaler");
    assertThat(fit(full(), 100).out())
        .contains("\n  Cluster Autoscaler adds no node now: no node group of gpu-a100");
  }

  private Path full() throws IOException {
    return Files.writeString(
        folder.resolve("full.yaml"),
        Files.readString(DUMP).replaceAll("cloudProviderTarget: \\d", "cloudProviderTarget: 9"));
  }

  private CliRun fit(Path dump, int gpus, String... options) throws IOException {
    Path pod =
        Files.writeString(
            folder.resolve("pod.yaml"),
            """
            {apiVersion: v1, kind: Pod, metadata: {name: p, namespace: c01-up},
             spec: {containers: [{name: c, image: i, resources: {limits: {nvidia.com/gpu: %d}}}]}}
            """
                .formatted(gpus));
    return CliRun.of(
        Stream.concat(
                Stream.of("fit", "-f", "" + pod, "--snapshot", "" + dump, "--complete"),
                Stream.of(options))
            .toArray(String[]::new));
  }

  @Test
  void gaps_of_pods_without_a_node_have_the_last_word_of_Cluster_Autoscaler() throws IOException {
    assertThat(gaps(DUMP))
        .contains("; the last event of Cluster Autoscaler says: pod didn't trigger scale-up: ");
    assertThat(gaps(changed("reason: NotTriggerScaleUp", "reason: Somewhat")))
        .contains(
            "; the last event of Cluster Autoscaler says: pod triggered scale-up: [{gpu-fail 1->3 (max: 4)}]");
  }

  @Test
  void explain_says_of_a_denied_pod_which_node_groups_may_grow() throws IOException {
    Path denied =
        Files.writeString(
            folder.resolve("denied.yaml"),
            Files.readString(DUMP)
                + """
                ---
                {apiVersion: v1, kind: Namespace, metadata: {name: denied}}
                ---
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: q, namespace: denied}
                spec: {hard: {requests.nvidia.com/gpu: '8'}}
                status: {hard: {requests.nvidia.com/gpu: '8'}, used: {requests.nvidia.com/gpu: '8'}}
                ---
                apiVersion: apps/v1
                kind: ReplicaSet
                metadata: {name: d, namespace: denied, uid: d}
                spec:
                  replicas: 1
                  selector: {matchLabels: {a: d}}
                  template:
                    metadata: {labels: {a: d}}
                    spec: {containers: [{name: c, image: i, resources: {limits: {nvidia.com/gpu: 100}}}]}
                """);

    assertThat(
            CliRun.of("explain", "rs/d", "-n", "denied", "--snapshot", "" + denied, "--complete")
                .out())
        .contains(
            "not reached; if the pod were admitted: 0/",
            "\n  " + GROWING + "\n",
            "; nodes have capacity for none; node groups of Cluster Autoscaler may grow (whether a new"
                + " node takes the pod is unknown): ");
  }

  @Test
  void when_quotes_Cluster_Autoscaler() {
    assertThat(when(DUMP))
        .contains("  The last event of Cluster Autoscaler says: pod didn't trigger scale-up: ");
  }

  /** A pod may wait for a node that comes, although the group has reached its maximum by that. */
  @Test
  void when_never_says_never_of_a_pod_for_which_nodes_are_added() throws IOException {
    assertThat(when(DUMP, "p", "c12-team")).contains("it never starts as things are: ");
    assertThat(
            when(changed("reason: NotTriggerScaleUp", "reason: TriggeredScaleUp"), "p", "c12-team"))
        .contains("\nNeeds: an autoscaler must add nodes: no node would take it")
        .doesNotContain("never starts");
  }
}
