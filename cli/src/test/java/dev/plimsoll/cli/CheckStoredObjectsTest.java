package dev.plimsoll.cli;

import static dev.plimsoll.cli.CheckRun.DEPLOYMENT;
import static dev.plimsoll.cli.CheckRun.NAMESPACE;
import static dev.plimsoll.cli.CheckRun.findings;
import static dev.plimsoll.cli.CheckRun.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Manifests of a set beside the objects that the cluster has. */
class CheckStoredObjectsTest {
  private static final String DISKS =
      """
      apiVersion: storage.k8s.io/v1
      kind: StorageClass
      metadata: {name: disks}
      provisioner: kubernetes.io/no-provisioner
      volumeBindingMode: %s
      ---
      apiVersion: v1
      kind: PersistentVolume
      metadata: {name: disk}
      spec:
        capacity: {storage: 2Gi}
        accessModes: [ReadWriteOnce]
        storageClassName: disks
        csi: {driver: disk.example.com, volumeHandle: d}
      ---
      apiVersion: v1
      kind: PersistentVolumeClaim
      metadata: {name: data, namespace: fresh}
      spec:
        storageClassName: disks
        accessModes: [ReadWriteOnce]
        resources: {requests: {storage: %s}}
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: p, namespace: fresh}
      spec:
        tolerations: [{operator: Exists}]
        volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]
        containers: [{name: main, image: example.com/a}]
      """;

  @TempDir private Path folder;
  private CheckRun run;

  @BeforeEach
  void make() {
    run = new CheckRun(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Immediate", "WaitForFirstConsumer"})
  void a_claim_of_the_set_gets_a_volume_of_the_set_if_the_volume_fits(String mode) {
    run.with("fits/set.yaml", NAMESPACE + "---\n" + DISKS.formatted(mode, "1Gi"))
        .with("small/set.yaml", NAMESPACE + "---\n" + DISKS.formatted(mode, "3Gi"));

    assertThat(findings(run.json("fits"))).isEmpty();
    assertThat(findings(run.json("small")))
        .singleElement()
        .asString()
        .startsWith("Waits fresh/pod/p");
  }

  @Test
  void a_manifest_leaves_the_binding_of_a_claim_and_the_resources_of_a_node_as_they_are() {
    String bound =
        DISKS
            .formatted("Immediate", "1Gi")
            .replace("csi:", "claimRef: {namespace: fresh, name: data, uid: u}\n  csi:")
            .replace("name: data, namespace: fresh}", "name: data, namespace: fresh, uid: u}");
    String pod = bound.substring(bound.lastIndexOf("---"));
    String claim =
        """
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: data, namespace: fresh}
        spec:
          storageClassName: disks
          accessModes: [ReadWriteOnce]
          resources: {requests: {storage: 1Gi}}
        """;
    String cluster =
        NAMESPACE
            + "---\n"
            + bound
                .substring(0, bound.lastIndexOf("---"))
                .replace(
                    "spec:\n  storageClassName: disks",
                    "status: {phase: Bound}\nspec:\n  volumeName: disk\n  storageClassName: disks")
            + "---\n"
            + nodes(2);
    run.with("cluster.yaml", cluster)
        .with(
            "a/set.yaml",
            """
            apiVersion: v1
            kind: Node
            metadata: {name: agents-0, labels: {team: a}}
            """
                + "---\n"
                + claim
                + pod);

    CliRun answer =
        CliRun.of(
            "check",
            run.path("a").toString(),
            "--complete",
            "--snapshot",
            run.path("cluster.yaml").toString());

    assertThat(answer.out()).contains("1 of 1 pod placed", "(cluster at an unknown time)");
    assertThat(answer.exitCode()).as(answer.out() + answer.err()).isEqualTo(ExitCode.OK);
  }

  @Test
  void a_change_of_a_field_that_never_changes_is_denied() {
    String priority =
        """
        ---
        apiVersion: scheduling.k8s.io/v1
        kind: PriorityClass
        metadata: {name: urgent}
        value: %d
        """;
    String disks = DISKS.substring(0, DISKS.lastIndexOf("---"));
    String running = CheckRun.POD.formatted("p", "fresh", "1");
    run.with(
            "cluster.yaml",
            NAMESPACE
                + "---\n"
                + nodes(2)
                + running
                + "  nodeName: agents-0\n"
                + priority.formatted(10)
                + "---\n"
                + disks.formatted("Immediate", "1Gi"))
        .with(
            "same/set.yaml",
            running + priority.formatted(10) + "---\n" + disks.formatted("Immediate", "1Gi"))
        .with(
            "changed/set.yaml",
            CheckRun.POD.formatted("p", "fresh", "2")
                + priority.formatted(20)
                + "---\n"
                + disks.formatted("WaitForFirstConsumer", "1Gi"));
    String[] options = {"--complete", "-o", "json", "--snapshot", run.path("cluster.yaml") + ""};

    CliRun same = run.checked("same", options);
    CliRun changed = run.checked("changed", options);

    assertThat(same.out()).doesNotContain("\"Denied\"");
    assertThat(findings(JsonParser.parseString(changed.out()).getAsJsonObject()))
        .filteredOn(f -> f.startsWith("Denied"))
        .satisfiesExactlyInAnyOrder(
            f -> assertThat(f).startsWith("Denied fresh/pod/p"),
            f -> assertThat(f).startsWith("Denied priorityclass/urgent"),
            f -> assertThat(f).startsWith("Denied storageclass/disks"));
    assertThat(changed.out())
        .contains("pod updates may not change fields other than", "value: Forbidden: may not be");
  }

  @Test
  void a_rollout_needs_another_replica_set_which_a_quota_may_deny_or_a_webhook_may_see() {
    String replicaSet =
        """
        apiVersion: apps/v1
        kind: ReplicaSet
        metadata:
          {name: web-1, namespace: fresh, uid: r, ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: web, uid: d, controller: true}]}
        spec:
          replicas: 1
          selector: {matchLabels: {app: a}}
          template: {metadata: {labels: {app: a}}, spec: {containers: [{name: main, image: example.com/a, resources: {requests: {cpu: 100m}}}]}}
        ---
        """;
    String pod =
        CheckRun.POD
                .formatted("web-1-a", "fresh", "100m")
                .replace(
                    "namespace: fresh}",
                    "namespace: fresh, labels: {app: a}, ownerReferences: [{apiVersion: apps/v1,"
                        + " kind: ReplicaSet, name: web-1, uid: r, controller: true}]}")
            + "  nodeName: agents-0\n";
    String cluster =
        NAMESPACE
            + "---\n"
            + nodes(2)
            + replicaSet
            + DEPLOYMENT
                .formatted("web", 1, "100m")
                .replace("namespace: fresh}", "namespace: fresh, uid: d}")
            + "---\n"
            + pod;
    String quota =
        """
        ---
        apiVersion: v1
        kind: ResourceQuota
        metadata: {name: sets, namespace: fresh}
        spec: {hard: {count/replicasets.apps: %d}}
        status: {hard: {count/replicasets.apps: %d}, used: {count/replicasets.apps: 1}}
        """;
    String webhook =
        """
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: {name: sets}
        webhooks:
          - name: sets.example.com
            rules: [{apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [replicasets]}]
            clientConfig: {url: "https://127.0.0.1:1"}
            sideEffects: None
            admissionReviewVersions: [v1]
        """;
    run.with("one.yaml", cluster + quota.formatted(1, 1))
        .with("two.yaml", cluster + quota.formatted(2, 2))
        .with("hook.yaml", cluster + webhook)
        .with("a/set.yaml", DEPLOYMENT.formatted("web", 1, "200m"));

    CliRun denied = run.checked("a", "--complete", "--snapshot", run.path("one.yaml") + "");
    CliRun passed = run.checked("a", "--complete", "--snapshot", run.path("two.yaml") + "");
    CliRun unknown = run.checked("a", "--complete", "--snapshot", run.path("hook.yaml") + "");

    assertThat(denied.out()).contains("exceeded quota: sets");
    assertThat(denied.exitCode()).as(denied.out()).isEqualTo(ExitCode.WRONG);
    assertThat(passed.exitCode()).as(passed.out() + passed.err()).isEqualTo(ExitCode.OK);
    assertThat(unknown.exitCode()).as(unknown.out() + unknown.err()).isEqualTo(ExitCode.UNKNOWN);
  }

  @Test
  void a_selector_matches_its_template_and_never_changes() {
    String web = DEPLOYMENT.formatted("web", 1, "100m");
    run.with("empty.yaml", NAMESPACE + "---\n" + nodes(2))
        .with("stored.yaml", NAMESPACE + "---\n" + nodes(2) + web)
        .with("other/set.yaml", web.replace("matchLabels: {app: a}", "matchLabels: {app: b}"))
        .with("none/set.yaml", web.replace("  selector: {matchLabels: {app: a}}\n", ""))
        .with("changed/set.yaml", web.replace("{app: a}", "{app: b}"));

    CliRun other = run.checked("other", "--complete", "--snapshot", run.path("empty.yaml") + "");
    CliRun none = run.checked("none", "--complete", "--snapshot", run.path("empty.yaml") + "");
    CliRun isNew = run.checked("changed", "--complete", "--snapshot", run.path("empty.yaml") + "");
    CliRun changed =
        run.checked("changed", "--complete", "--snapshot", run.path("stored.yaml") + "");

    String invalid = "Deployment.apps \"web\" is invalid: ";
    String mismatch =
        "spec.template.metadata.labels: Invalid value: {\"app\":\"a\"}: `selector` does not match"
            + " template `labels`";
    assertThat(other.out()).contains(invalid + mismatch);
    assertThat(none.out()).contains(invalid + "[spec.selector: Required value, " + mismatch + "]");
    assertThat(isNew.exitCode()).as(isNew.out() + isNew.err()).isEqualTo(ExitCode.OK);
    assertThat(changed.out())
        .contains(
            "spec.selector: Invalid value: {\"matchLabels\":{\"app\":\"b\"}}: field is immutable");
    assertThat(changed.exitCode()).isEqualTo(ExitCode.WRONG);
  }
}
