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

/** Pods without a node, their NodePools and NodeClaims, as recorded beside Karpenter. */
class KarpenterTest {
  private static final Path DUMP =
      CliRun.ROOT.resolve("kube/src/test/resources/autoscalers/karpenter.yaml");

  @TempDir private Path folder;

  private static String explained(Path dump, String namespace, String pod, String... more) {
    return CliRun.of(
            Stream.concat(
                    Stream.of("explain", "pod/" + pod, "-n", namespace, "--snapshot", "" + dump),
                    Stream.of(more))
                .toArray(String[]::new))
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
          k-onway  | train                 | Karpenter nominated NodeClaim slow-kgxm7 for the pod, created at 2026-11-29T00:01:42Z: the NodeClaim isn't Registered yet (NodeNotFound: Node not registered with cluster).
          k-limit  | fill-5d56c894b5-5ptwv | NodePool gpu may not get that node: it has provisioned 16 of its limit of 16 nvidia.com/gpu.
          k-class  | train                 | NodePool absent is not ready, so Karpenter adds no node to it: NodeClassReady is False, NodeClassNotFound, NodeClass not found on cluster.
          k-static | train                 | NodePool static has a fixed number of nodes (spec.replicas): pending pods add none.
          k-ice    | train                 | Karpenter nominated NodeClaim ice-zkz2t for the pod and has deleted it since: InsufficientCapacityError: NodeClaim ice-zkz2t event: insufficient capacity, all requested instance types were unavailable during launch: InsufficientInstanceCapacity.
          k-taint  | train                 | Karpenter adds no node for the pod: none of 6 NodePools matches, because of taint nvidia.com/gpu=present:NoSchedule (6).
          """)
  void explain_says_which_node_is_on_its_way_and_which_NodePool_may_grow(
      String namespace, String pod, String sentence) {
    assertThat(explained(DUMP, namespace, pod, "--complete"))
        .startsWith("pod/%s finds no node  (namespace %s)\n".formatted(pod, namespace))
        .contains("\n  " + sentence + "\n");
  }

  /** Then no NodePool has to grow, and nobody pays for one more node. */
  @Test
  void a_node_that_Karpenter_launches_for_the_pod_is_what_the_pod_waits_for() {
    assertThat(explained(DUMP, "k-onway", "train", "--complete"))
        .contains("; Karpenter launches NodeClaim slow-kgxm7 for it\n")
        .doesNotContain("NodePool", "may grow", "add 1 more node");
    assertThat(when("k-onway", "train"))
        .contains(
            "\nNeeds: the node of NodeClaim slow-kgxm7, which Karpenter launches for it, must take"
                + " pods; the NodeClaim isn't Registered yet\n")
        .doesNotContain("never");
  }

  @Test
  void a_pod_never_starts_only_if_no_autoscaler_may_add_a_node() throws IOException {
    Path quiet = changed("reportingComponent: karpenter", "reportingComponent: somebody");

    assertThat(when(quiet, "k-zone", "train"))
        .contains("\nNeeds: an autoscaler must add nodes: no node would take it")
        .doesNotContain("never starts");
    assertThat(when("k-zone", "train")).contains("it never starts as things are: ");
  }

  @Test
  void when_says_that_an_autoscaler_may_add_nodes_if_a_NodePool_may_grow_for_the_pod() {
    String sentence = "An autoscaler may add nodes, which makes it sooner than estimated.";

    assertThat(when("k-onway", "train")).contains(sentence);
    assertThat(when("k-static", "train")).doesNotContain(sentence);
  }

  private static String when(String namespace, String pod) {
    return when(DUMP, namespace, pod);
  }

  private static String when(Path dump, String namespace, String pod) {
    return CliRun.of("when", "pod/" + pod, "-n", namespace, "--snapshot", "" + dump, "--complete")
        .out();
  }

  @Test
  void a_remedy_that_adds_a_node_raises_the_limit_of_its_NodePool() {
    assertThat(explained(DUMP, "k-limit", "fill-5d56c894b5-5ptwv", "--complete"))
        .contains(
            "  1. add 1 more node like kwok-gpu-8slt2",
            "     note: NodePool gpu may not get that node: it has provisioned 16 of its limit of"
                + " 16 nvidia.com/gpu.\n",
            "kubectl patch NodePool.v1.karpenter.sh gpu --type=merge -p"
                + " '{\"spec\":{\"limits\":{\"nvidia.com/gpu\":\"24\"}}}'\n");
  }

  @Test
  void without_a_limit_in_the_way_the_remedy_has_no_note() throws IOException {
    Path raised = changed("limits: {nvidia.com/gpu: '16'}", "limits: {nvidia.com/gpu: '24'}");

    assertThat(explained(raised, "k-limit", "fill-5d56c894b5-5ptwv", "--complete"))
        .contains("has provisioned 16 of its limit of 24 nvidia.com/gpu")
        .doesNotContain("note: NodePool", "patch NodePool");
  }

  /** Karpenter found no instance type in zone c, and its event says so. */
  @Test
  void the_gap_of_a_pod_names_the_NodePool_that_may_grow_until_Karpenter_declines()
      throws IOException {
    String sentence = "; NodePool zero of Karpenter matches by taints and labels and may grow";
    Path quiet = changed("reportingComponent: karpenter", "reportingComponent: somebody");

    assertThat(explained(quiet, "k-zone", "train", "--complete")).contains(sentence);
    assertThat(explained(DUMP, "k-zone", "train", "--complete")).doesNotContain(sentence);
    assertThat(explained(quiet, "k-class", "train", "--complete")).doesNotContain("may grow");
  }

  @Test
  void what_was_not_read_is_said_where_nodes_are_Karpenters() throws IOException {
    Path unread = changed("kind: NodePool\n", "kind: AnotherKind\n");
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

    assertThat(explained(unread, "k-class", "train"))
        .contains("Karpenter makes nodes of the cluster; its NodePools were not read.")
        .doesNotContain("NodePool absent");
  }
}
