package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cluster Autoscaler and Karpenter report events about the pods that kube-scheduler reports on. */
class AutoscalerEventsTest {
  private static final Path DUMP =
      CliRun.ROOT.resolve("kube/src/test/resources/autoscalers/pending.yaml");

  @TempDir private Path folder;

  private static String explained(Path dump) {
    return CliRun.of(
            "explain", "pod/trainer", "-n", "team", "--complete", "--snapshot", dump.toString())
        .out();
  }

  /** Karpenter's words are newer than the node, and say nothing about kube-scheduler. */
  @Test
  void the_word_of_an_autoscaler_is_not_that_of_the_scheduler() {
    assertThat(explained(DUMP))
        .contains("has yet to try again")
        .doesNotContain("the cluster says otherwise than the model");
  }

  @Test
  void explain_quotes_the_newest_event_of_each_component_about_this_pod() {
    assertThat(explained(DUMP))
        .contains(
            "\nAutoscaler cluster-autoscaler\n  NotTriggerScaleUp, last at 2026-11-01T10:04:20Z: pod didn't"
                + " trigger scale-up: 1 max node group size reached\n",
            "\nAutoscaler karpenter\n  FailedScheduling (2 times), last at 2026-11-01T10:05:10Z: Failed to"
                + " schedule pod, all available instance types exceed limits for nodepool"
                + " (NodePool=gpu)\n")
        .doesNotContain("Nominated", "TriggeredScaleUp, last");
  }

  @Test
  void nothing_is_quoted_of_a_pod_that_has_a_node() throws IOException {
    String placed =
        Files.readString(DUMP)
            .replace("schedulerName: default-scheduler", "nodeName: a")
            .replace("phase: Pending", "phase: Running");

    assertThat(explained(Files.writeString(folder.resolve("placed.yaml"), placed)))
        .contains("trainer")
        .doesNotContain("Autoscaler");
  }
}
