package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Custom resources, and workloads that lack required fields, as public repositories have them. */
class CheckCustomKindsTest {
  private static final String WORKFLOW =
      """
      apiVersion: argoproj.io/v1alpha1
      kind: Workflow
      metadata: {name: w, namespace: sandbox}
      spec:
        entrypoint: main
        templates:
          - name: main
            %s
      """;

  @TempDir private Path folder;
  private CheckRun run;

  @BeforeEach
  void make() {
    run = new CheckRun(folder);
  }

  @Test
  void a_custom_resource_of_an_unmodelled_kind_is_never_green() {
    run.with(
        "a/isvc.yaml",
        """
        apiVersion: serving.kserve.io/v1beta1
        kind: InferenceService
        metadata: {name: iris, namespace: vision}
        spec:
          predictor: {model: {modelFormat: {name: lightgbm}, storageUri: "s3://iris"}}
        """);

    CliRun answer = run.onExample("a");

    assertThat(answer.exitCode()).as(answer.out()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(answer.out())
        .contains("which pods inferenceservice/iris in namespace vision makes isn't known, since")
        .contains("the kind InferenceService of serving.kserve.io isn't modelled");
    assertThat(run.onExample("a", "--allow-unknown").exitCode()).isEqualTo(ExitCode.OK);
  }

  @Test
  void a_custom_resource_that_makes_no_pods_is_green() {
    run.with(
            "a/monitor.yaml",
            """
            apiVersion: monitoring.coreos.com/v1
            kind: ServiceMonitor
            metadata: {name: web, namespace: vision}
            spec: {endpoints: [{port: web}]}
            """)
        .with(
            "a/runtime.yaml",
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: ClusterTrainingRuntime
            metadata: {name: torch}
            spec:
              template:
                spec:
                  replicatedJobs:
                    - name: node
                      template:
                        spec:
                          template:
                            spec:
                              containers:
                                - {name: node, resources: {requests: {nvidia.com/gpu: 900}}}
            """);

    CliRun answer = run.onExample("a");

    assertThat(answer.exitCode()).as(answer.out()).isEqualTo(ExitCode.OK);
    assertThat(answer.out()).contains("2 objects, 0 of 0 pods placed");
  }

  @Test
  void the_main_container_of_a_workflow_needs_no_name() {
    run.with(
        "a/workflow.yaml",
        WORKFLOW.formatted("container: {image: busybox, resources: {requests: {cpu: 1m}}}"));

    CliRun answer = run.onExample("a");

    assertThat(answer.exitCode()).as(answer.out()).isEqualTo(ExitCode.OK);
    assertThat(answer.out()).contains("1 object, 1 of 1 pod placed");
  }

  @Test
  void pods_of_a_workflow_that_a_patch_decides_on_are_unknown_and_not_denied() {
    run.with(
        "a/workflow.yaml",
        WORKFLOW.formatted("podSpecPatch: \"{}\"\n      container: {image: busybox}"));

    CliRun answer = run.onExample("a");

    assertThat(answer.exitCode()).as(answer.out()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(answer.out())
        .contains("whether all pods of workflow/w in namespace sandbox run isn't known")
        .doesNotContain("denied");
  }

  @Test
  void a_workload_without_containers_is_denied_in_the_words_of_the_api_server() {
    run.with(
        "a/patch.yaml",
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: vision}
        spec: {replicas: 3}
        """);

    CliRun answer = run.onExample("a");

    assertThat(answer.exitCode()).as(answer.out()).isEqualTo(ExitCode.WRONG);
    assertThat(answer.out())
        .contains(
            "Deployment.apps \"web\" is invalid: [spec.selector: Required value,"
                + " spec.template.metadata.labels: Invalid value: null: `selector` does not match"
                + " template `labels`, spec.template.spec.containers: Required value]");
  }

  @Test
  void an_empty_selector_is_denied_in_the_words_of_the_api_server() {
    run.with(
        "a/web.yaml",
        CheckRun.DEPLOYMENT
            .formatted("web", 1, "1m")
            .replace("fresh", "vision")
            .replace("{matchLabels: {app: a}}", "{}"));

    assertThat(run.onExample("a").out())
        .contains("spec.selector: Invalid value: {}: empty selector is invalid for deployment");
  }

  @Test
  void a_version_that_kubernetes_removed_is_denied() {
    run.with(
        "a/budget.yaml",
        """
        apiVersion: policy/v1beta1
        kind: PodDisruptionBudget
        metadata: {name: web, namespace: vision}
        spec: {maxUnavailable: 1, selector: {matchLabels: {app: web}}}
        """);

    CliRun answer = run.onExample("a");

    assertThat(answer.exitCode()).as(answer.out()).isEqualTo(ExitCode.WRONG);
    assertThat(answer.out())
        .contains(
            "budget.yaml:1:1",
            "no matches for kind \"PodDisruptionBudget\" in version \"policy/v1beta1\"");
  }
}
