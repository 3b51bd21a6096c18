package dev.plimsoll.cli;

import static dev.plimsoll.cli.CheckRun.NAMESPACE;
import static dev.plimsoll.cli.CheckRun.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Manifests that change objects which the cluster has, whose fields are all known or not. */
class CheckChangesTest {
  private static final String JOB =
      """
      apiVersion: batch/v1
      kind: Job
      metadata:
        name: train
        namespace: fresh
        annotations: {a: b}
      spec:
        template:
          spec:
            restartPolicy: Never
            containers:
              - name: main
                image: IMAGE
                resources: {requests: {cpu: CPU}}
      """;
  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, namespace: fresh, uid: d}
      spec:
        replicas: 1
        selector: {matchLabels: {app: a}}
        template:
          metadata: {labels: {app: a}}
          spec:
            containers:
              - {name: injected, image: example.com/sidecar}
              - name: main
                image: example.com/a
                resources: {requests: {cpu: 100m}}
      """;
  private static final String RUNNING =
      """
      ---
      apiVersion: apps/v1
      kind: ReplicaSet
      metadata:
        {name: web-1, namespace: fresh, uid: r, ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: web, uid: d, controller: true}]}
      spec:
        replicas: 1
        selector: {matchLabels: {app: a}}
        template: {metadata: {labels: {app: a}}, spec: {containers: [{name: main, image: example.com/a, resources: {requests: {cpu: 100m}}}]}}
      ---
      apiVersion: v1
      kind: Pod
      metadata:
        {name: web-1-a, namespace: fresh, labels: {app: a}, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web-1, uid: r, controller: true}]}
      spec:
        nodeName: agents-0
        containers: [{name: main, image: example.com/a, resources: {requests: {cpu: 100m}}}]
      ---
      apiVersion: v1
      kind: ResourceQuota
      metadata: {name: pods, namespace: fresh}
      spec: {hard: {pods: PODS}}
      status: {hard: {pods: PODS}, used: {pods: 1}}
      """;

  @TempDir private Path folder;
  private CheckRun run;

  @BeforeEach
  void make() {
    run = new CheckRun(folder);
  }

  private CliRun check(String stored, String manifest) {
    run.with("cluster.yaml", NAMESPACE + "---\n" + nodes(2) + stored).with("a/set.yaml", manifest);
    return run.checked("a", "--complete", "--snapshot", run.path("cluster.yaml").toString());
  }

  private static String job(String image, String cpu) {
    return JOB.replace("IMAGE", image).replace("CPU", cpu);
  }

  private static String manifest(String image) {
    return DEPLOYMENT
        .replaceAll("(?m)^ *- .name: injected.*\n", "")
        .replace(", uid: d", "")
        .replace("example.com/a", image);
  }

  @Test
  void a_new_image_alone_rolls_out_and_needs_the_surge() {
    String full = DEPLOYMENT + RUNNING.replace("PODS", "1");

    CliRun same = check(full, manifest("example.com/a"));
    CliRun denied = check(full, manifest("example.com/b"));
    CliRun passed = check(DEPLOYMENT + RUNNING.replace("PODS", "2"), manifest("example.com/b"));

    assertThat(same.exitCode()).as(same.out() + same.err()).isEqualTo(ExitCode.OK);
    assertThat(denied.exitCode()).as(denied.out() + denied.err()).isEqualTo(ExitCode.WRONG);
    assertThat(denied.out()).contains("exceeded quota: pods");
    assertThat(passed.exitCode()).as(passed.out() + passed.err()).isEqualTo(ExitCode.OK);
  }

  @Test
  void an_error_leads_to_the_line_of_the_manifest_beside_a_container_of_others() {
    CliRun checked = check(DEPLOYMENT, manifest("example.com/a") + "          ports: [{}]\n");

    assertThat(checked.out())
        .contains("set.yaml:14:", "spec.template.spec.containers[0].ports[0]")
        .contains("spec.template.spec.containers[1].ports[0].containerPort: Required value");
  }

  @Test
  void replicas_that_kubectl_removes_become_one() {
    String last =
        "annotations: {kubectl.kubernetes.io/last-applied-configuration: '{\"spec\":{\"replicas\":1}}'},";
    String three = DEPLOYMENT.replace("replicas: 1", "replicas: 3");
    String without = manifest("example.com/a").replace("  replicas: 1\n", "");

    CliRun kept = check(three, without);
    CliRun removed = check(three.replace("uid: d", last + " uid: d"), without);

    assertThat(kept.out()).contains("3 of 3 pods placed");
    assertThat(removed.out()).contains("1 of 1 pod placed");
  }

  @ParameterizedTest
  @CsvSource({"a,1,a,1,", "a,1,b,1,image", "a,1,a,2,resources.requests.cpu", "redacted,1,b,2,"})
  void the_template_of_a_job_never_changes(
      String image, String cpu, String newImage, String newCpu, String field) {
    CliRun checked = check(job(image, cpu), job(newImage, newCpu));

    boolean changes = !(image + cpu).equals(newImage + newCpu);
    assertThat(checked.exitCode())
        .as(checked.out() + checked.err())
        .isEqualTo(changes ? ExitCode.WRONG : ExitCode.OK);
    if (changes) {
      assertThat(checked.out())
          .contains("Job.batch \"train\" is invalid: spec.template: Invalid value: …: field is")
          .contains("delete the object first, or give the new object another name")
          .contains("field: spec.template" + (field == null ? "" : ".spec.containers[0]." + field));
    }
  }

  @Test
  void a_redacted_snapshot_does_not_show_a_new_image() {
    CliRun checked = check(job("redacted", "1"), job("b", "1"));

    assertThat(checked.exitCode()).as(checked.out() + checked.err()).isEqualTo(ExitCode.OK);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "helm.sh/hook: pre-upgrade",
        "argocd.argoproj.io/hook: PreSync",
        "argocd.argoproj.io/sync-options: 'Replace=true,Force=true'",
        "kustomize.toolkit.fluxcd.io/force: enabled"
      })
  void a_tool_may_delete_a_job_first(String annotation) {
    CliRun checked = check(job("a", "1"), job("b", "2").replace("a: b", annotation));

    assertThat(checked.exitCode()).as(checked.out() + checked.err()).isEqualTo(ExitCode.OK);
  }

  @Test
  void a_hook_that_is_kept_is_changed() {
    CliRun checked =
        check(
            job("a", "1"),
            job("b", "1")
                .replace("a: b", "helm.sh/hook: test, helm.sh/hook-delete-policy: hook-succeeded"));

    assertThat(checked.exitCode()).as(checked.out() + checked.err()).isEqualTo(ExitCode.WRONG);
  }
}
