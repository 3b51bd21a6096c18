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

  private static String owned(String manager, String operation, String time, String spec) {
    return "{manager: %s, operation: %s, apiVersion: apps/v1, time: %s, fieldsV1: {\"f:spec\": %s}}"
        .formatted(manager, operation, time, spec);
  }

  private static String managed(String... managers) {
    return DEPLOYMENT.replace(
        "uid: d", "uid: d, managedFields: [" + String.join(", ", managers) + "]");
  }

  private static final String SCALED =
      owned(
          "kubectl", "Update, subresource: scale", "2026-01-02T00:00:00Z", "{\"f:replicas\": {}}");

  private static String helm(String name) {
    return owned(name, "Apply", "2026-01-01T00:00:00Z", "{\"f:replicas\": {}, \"f:selector\": {}}");
  }

  @Test
  void a_tool_that_applies_server_side_meets_a_conflict() {
    String two = manifest("example.com/a").replace("replicas: 1", "replicas: 2");

    CliRun conflict = check(managed(helm("helm"), SCALED), two);
    CliRun equal = check(managed(helm("helm"), SCALED), manifest("example.com/a"));
    CliRun flux = check(managed(helm("kustomize-controller"), SCALED), two);
    CliRun forced =
        new CheckRun(folder)
            .checked(
                "a",
                "--force-conflicts",
                "--complete",
                "--snapshot",
                run.path("cluster.yaml") + "");

    assertThat(conflict.exitCode()).as(conflict.out() + conflict.err()).isEqualTo(ExitCode.WRONG);
    assertThat(conflict.out())
        .contains("set.yaml:5:3", "deployment/web in namespace fresh is denied")
        .contains(
            "Apply failed with 1 conflict: conflict with \"kubectl\" with subresource \"scale\""
                + " using apps/v1: .spec.replicas");
    for (CliRun each : new CliRun[] {equal, flux, forced}) {
      assertThat(each.exitCode()).as(each.out() + each.err()).isEqualTo(ExitCode.OK);
    }
  }

  @Test
  void a_field_leaves_that_the_tool_owned_and_drops() {
    String three = managed(helm("helm")).replace("replicas: 1", "replicas: 3");
    String kept = managed(helm("helm"), SCALED).replace("replicas: 1", "replicas: 3");
    String without = manifest("example.com/a").replace("  replicas: 1\n", "");

    assertThat(check(three, without).out()).contains("1 of 1 pod placed");
    assertThat(check(kept, without).out()).contains("3 of 3 pods placed");
  }

  @ParameterizedTest
  @CsvSource({"IfNeeded, 1 of 1 pod placed", "Merge, 3 of 3 pods placed"})
  void flux_takes_over_what_kubectl_has_changed(String mode, String placed) {
    String kubectl =
        owned("kubectl-edit", "Update", "2026-01-02T00:00:00Z", "{\"f:replicas\": {}}");
    String flux =
        owned("kustomize-controller", "Apply", "2026-01-01T00:00:00Z", "{\"f:selector\": {}}");
    String stored = managed(flux, kubectl).replace("replicas: 1", "replicas: 3");
    String without =
        manifest("example.com/a")
            .replace("  replicas: 1\n", "")
            .replace(
                "name: web,",
                "name: web, annotations: {kustomize.toolkit.fluxcd.io/ssa: " + mode + "},");

    assertThat(check(stored, without).out()).contains(placed);
  }

  @Test
  void a_client_that_applied_last_has_no_conflicts() {
    String client =
        owned("kubectl-client-side-apply", "Update", "2026-01-03T00:00:00Z", "{}")
            .replace(
                "{\"f:spec\": {}}",
                "{\"f:metadata\": {\"f:annotations\":"
                    + " {\"f:kubectl.kubernetes.io/last-applied-configuration\": {}}}}");
    String two = manifest("example.com/a").replace("replicas: 1", "replicas: 2");

    CliRun checked = check(managed(helm("helm"), SCALED, client), two);

    assertThat(checked.exitCode()).as(checked.out() + checked.err()).isEqualTo(ExitCode.OK);
  }

  @Test
  void an_item_twice_is_denied_server_side_even_in_a_new_object() {
    String twice =
        manifest("example.com/a") + "          env: [{name: A, value: b}, {name: A, value: c}]\n";
    CliRun client = check("", twice);
    CliRun server =
        run.checked(
            "a", "--server-side", "--complete", "--snapshot", run.path("cluster.yaml").toString());

    assertThat(client.exitCode()).as(client.out() + client.err()).isEqualTo(ExitCode.OK);
    assertThat(server.out())
        .contains("set.yaml:14:")
        .contains(
            "failed to create typed patch object (fresh/web; apps/v1, Kind=Deployment):"
                + " .spec.template.spec.containers[name=\"main\"].env: duplicate entries for key"
                + " [name=\"A\"]");
  }

  @Test
  void the_base_is_what_a_tool_without_annotations_applied_last() {
    String three = DEPLOYMENT.replace("replicas: 1", "replicas: 3");
    String without = manifest("example.com/a").replace("  replicas: 1\n", "");
    run.with("base/set.yaml", manifest("example.com/a").replace("replicas: 1", "replicas: 3"));

    CliRun unknown = check(three + RUNNING.replace("PODS", "2"), without);
    CliRun based =
        run.checked(
            "a",
            "--base",
            run.path("base").toString(),
            "--complete",
            "--snapshot",
            run.path("cluster.yaml").toString());

    assertThat(unknown.out()).contains("exceeded quota: pods");
    assertThat(unknown.err())
        .contains("the manifest that was applied last is not known of 1 stored object");
    assertThat(based.exitCode()).as(based.out() + based.err()).isEqualTo(ExitCode.OK);
    assertThat(based.err()).doesNotContain("applied last");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // What the manifest changes | the stored Job's spec | its status | pods that are tried
        "completions: 4, parallelism: 4 | completions: 2, parallelism: 2 | active: 1 | 3",
        "completions: 4, parallelism: 4 | completions: 4, parallelism: 2 | succeeded: 1 | 2",
        "suspend: false | suspend: true, completions: 4, parallelism: 4 | active: 0 | 3",
        "completions: 2 | completions: 2, parallelism: 2 | active: 1 | 1",
        "backoffLimitPerIndex: 1, completions: 4, parallelism: 4"
            + "| backoffLimitPerIndex: 1, completions: 4, parallelism: 2"
            + "| failedIndexes: '0,2', succeeded: 1 | 0"
      })
  void a_job_that_may_run_more_pods_creates_these(
      String changes, String spec, String status, int tried) {
    String pod =
        """
        ---
        apiVersion: v1
        kind: Pod
        metadata:
          {name: train-0, namespace: fresh, ownerReferences: [{apiVersion: batch/v1, kind: Job, name: train, uid: j, controller: true}]}
        spec:
          nodeName: agents-0
          containers: [{name: main, image: i, resources: {requests: {cpu: 100m}}}]
        """;
    String stored = indexed(spec).replace("namespace: fresh", "namespace: fresh\n  uid: j");

    CliRun run = check(stored + "status: {" + status + "}\n" + pod, indexed(changes));

    assertThat(run.out() + run.err())
        .containsPattern("1 object, %d of %<d pods? placed".formatted(tried));
  }

  private static String indexed(String fields) {
    return job("i", "100m")
        .replace(
            "spec:\n  template",
            "spec:\n  completionMode: Indexed\n  " + fields.replace(", ", "\n  ") + "\n  template");
  }
}
