package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DefragCommandTest {
  private static final String EXAMPLE = CliRun.ROOT.resolve("examples/gpu-tenants.json").toString();

  @TempDir private Path folder;

  private Path budgets(String name, int allowed) throws IOException {
    return Files.writeString(
        folder.resolve("budgets.yaml"),
        """
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: {namespace: batch, name: %s, generation: 2}
        spec: {minAvailable: 1, selector: {}}
        status: {observedGeneration: 2, disruptionsAllowed: %d}
        """
            .formatted(name, allowed));
  }

  @Test
  void a_plan_names_each_pod_its_controller_and_where_it_would_go() {
    CliRun run = CliRun.onExample("defrag", "--complete");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .startsWith(
            "Moving 3 pods makes node t4-0 whole by nvidia.com/gpu; no smaller plan exists.")
        .containsPattern("batch +etl-56bd556c79-v2qtx +ReplicaSet/etl-56bd556c79 +1 +t4-1")
        .contains("kubectl cordon t4-0", "kubectl uncordon t4-0");
  }

  @Test
  void a_budget_that_was_read_is_named_or_keeps_its_pods_where_they_are() throws IOException {
    String allowing = budgets("keep", 1).toString();
    String allowed = CliRun.of("defrag", "--complete", "--snapshot", EXAMPLE, allowing).out();
    String denying = budgets("keep", 0).toString();
    String denied = CliRun.of("defrag", "--complete", "--snapshot", EXAMPLE, denying).out();

    assertThat(allowed).containsPattern("etl-56bd556c79-v2qtx .* keep");
    assertThat(denied).doesNotContain("etl-");
  }

  @Test
  void without_budgets_read_no_plan_is_made() {
    CliRun run = CliRun.onExample("defrag", "--exit-code");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .startsWith(
            "The pods to move are unknown, because poddisruptionbudgets.policy were not read")
        .contains("kubectl get poddisruptionbudgets.policy -A -o json");
  }

  @Test
  void where_no_pods_can_be_moved_it_is_said_why() {
    assertThat(CliRun.onExample("defrag", "--complete", "--at-least", "8").out())
        .startsWith("No plan was found that makes a node whole by nvidia.com/gpu.")
        .contains(
            "5 available nodes are large enough and partly in use. 5 nodes have a pod that must stay");
  }
}
