package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

  private static CliRun racks(String... options) {
    List<String> all = new ArrayList<>(List.of("defrag", "--complete", "--snapshot"));
    all.add(CliRun.ROOT.resolve("examples/racks.json").toString());
    all.addAll(List.of(options));
    return CliRun.of(all.toArray(String[]::new));
  }

  @Test
  void the_fewest_pods_are_named_whose_move_lets_one_rack_take_a_job() {
    CliRun run = racks("--within", "rack", "--devices", "32");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .startsWith("Moving 1 pod lets rack r2 take 4 pods with 8 nvidia.com/gpu each;")
        .containsPattern("serving +large-5d4f-0 .* gpu-1c")
        .contains("kubectl cordon", "kubectl uncordon");
  }

  @Test
  void a_rack_that_takes_the_job_now_is_named() {
    assertThat(racks("--within", "rack", "--devices", "16").out())
        .startsWith("No pod has to move: rack ");
  }

  @Test
  void a_job_that_no_rack_can_take_is_told_so() {
    CliRun run = racks("--within", "rack", "--devices", "64", "--exit-code");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .startsWith("No plan was found that lets one rack take 8 pods with 8 nvidia.com/gpu each.")
        .contains("rack");
    assertThat(racks("--within", "shelf", "--devices", "8").out()).contains("shelf");
  }

  @Test
  void options_of_a_domain_belong_together() {
    assertThat(racks("--within", "rack").err()).contains("--within needs --devices");
    assertThat(racks("--devices", "8").err()).contains("--devices needs --within");
    assertThat(racks("--per-pod", "8").err()).contains("--per-pod needs --within");
    assertThat(racks("--within", "rack", "--devices", "0").err())
        .contains("invalid --devices 0: must be between 1 and 100000");
  }

  @Test
  void where_no_pods_can_be_moved_it_is_said_why() {
    assertThat(CliRun.onExample("defrag", "--complete", "--at-least", "8").out())
        .startsWith("No plan was found that makes a node whole by nvidia.com/gpu.")
        .contains(
            "5 available nodes are large enough and partly in use. 5 nodes have a pod that must stay");
  }
}
