package dev.plimsoll.cli;

import static dev.plimsoll.cli.CheckRun.findings;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckCommandTest {
  private static final String NAMESPACE =
      """
      apiVersion: v1
      kind: Namespace
      metadata: {name: fresh}
      """;
  private static final String NODE_OF_MANY_PODS =
      """
      apiVersion: v1
      kind: Node
      metadata: {name: large}
      status: {allocatable: {cpu: 64, memory: 64Gi, pods: 20000}}
      """;
  private static final String QUOTA =
      """
      apiVersion: v1
      kind: ResourceQuota
      metadata: {name: cpus, namespace: fresh}
      spec:
        hard:
          requests.cpu: "1"
      """;
  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: %s, namespace: fresh}
      spec:
        replicas: %d
        selector: {matchLabels: {app: a}}
        template:
          metadata: {labels: {app: a}}
          spec:
            containers:
              - name: main
                resources:
                  requests:
                    cpu: %s
      """;

  private static final String DAEMON_SET =
      """
      apiVersion: apps/v1
      kind: DaemonSet
      metadata: {name: agent, namespace: fresh}
      spec:
        selector: {matchLabels: {app: agent}}
        template:
          metadata: {labels: {app: agent}}
          spec:
            nodeSelector: {pool: agents}
            containers:
              - name: main
                resources: {requests: {cpu: %s}}
      """;

  @TempDir private Path folder;
  private CheckRun run;

  @BeforeEach
  void make() {
    run = new CheckRun(folder);
  }

  @Test
  void what_a_set_needs_counts_as_applied_before_its_pods_in_whatever_order_it_is_written() {
    run.with("a/set.yaml", DEPLOYMENT.formatted("web", 2, "400m") + "---\n" + QUOTA)
        .with("a/z.yaml", NAMESPACE);

    CliRun answer = run.onExample("a");

    assertThat(answer.exitCode()).as(answer.out() + answer.err()).isEqualTo(ExitCode.OK);
    assertThat(answer.out()).contains("3 objects, 2 of 2 pods placed");
  }

  @Test
  void pods_that_are_too_many_to_be_tried_leave_the_answer_unknown() {
    run.with("a/set.yaml", NAMESPACE + "---\n" + DEPLOYMENT.formatted("web", 10_001, "0"))
        .with("a/node.yaml", NODE_OF_MANY_PODS);

    CliRun answer = run.onExample("a");

    assertThat(answer.exitCode()).as(answer.out() + answer.err()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(answer.out()).contains("only 10000 of its 10001 new pods were tried");
  }

  @Test
  void a_new_limit_range_has_the_defaults_that_the_api_server_sets() {
    run.with(
            "a/range.yaml",
            """
            apiVersion: v1
            kind: LimitRange
            metadata: {name: most, namespace: fresh}
            spec: {limits: [{type: Container, max: {cpu: "2"}}]}
            """)
        .with("a/set.yaml", NAMESPACE + "---\n" + DEPLOYMENT.formatted("web", 2, "400m"));

    CliRun answer = run.onExample("a");

    assertThat(answer.exitCode()).as(answer.out() + answer.err()).isEqualTo(ExitCode.OK);
  }

  @Test
  void a_new_daemon_set_has_a_pod_for_each_node_that_its_template_allows() {
    run.with("a/set.yaml", NAMESPACE + "---\n" + QUOTA)
        .with("a/nodes.yaml", nodes(6))
        .with("a/agent.yaml", DAEMON_SET.formatted("300m"));

    JsonObject answer = run.json("a");

    assertThat(findings(answer))
        .containsExactly(
            "Denied fresh/daemonset/agent 12"
                + " spec.template.spec.containers[0].resources.requests.cpu");
    assertThat(answer.toString())
        .contains("daemonset/agent has 5 pods: 2 denied, 3 that would be placed");
  }

  @Test
  void a_pod_of_a_daemon_set_waits_if_its_own_node_is_full() {
    run.with("a/ns.yaml", NAMESPACE)
        .with("a/nodes.yaml", nodes(6))
        .with("a/agent.yaml", DAEMON_SET.formatted("5"));

    JsonObject answer = run.json("a");

    assertThat(findings(answer)).hasSize(1);
    assertThat(answer.toString())
        .contains("daemonset/agent has 5 pods: 5 without a node", "Insufficient cpu");
  }

  /** Returns nodes of a pool; the last has a taint that nobody tolerates. */
  private static String nodes(int count) {
    StringBuilder nodes = new StringBuilder();
    for (int i = 0; i < count; i++) {
      nodes.append(
          """
          apiVersion: v1
          kind: Node
          metadata: {name: agents-%d, labels: {pool: agents}}
          spec: {taints: [%s]}
          status: {allocatable: {cpu: 4, memory: 64Gi, pods: 110}}
          ---
          """
              .formatted(i, i == count - 1 ? "{key: broken, effect: NoSchedule}" : ""));
    }
    return nodes.toString();
  }

  @Test
  void pods_of_the_set_are_charged_before_the_pods_that_come_after_them() {
    run.with("a/set.yaml", NAMESPACE + "---\n" + QUOTA)
        .with("a/one.yaml", DEPLOYMENT.formatted("one", 2, "400m"))
        .with("a/two.yaml", DEPLOYMENT.formatted("two", 1, "400m"));

    JsonObject answer = run.json("a");

    assertThat(findings(answer))
        .containsExactly(
            "Denied fresh/deployment/two 14"
                + " spec.template.spec.containers[0].resources.requests.cpu",
            "Unknown fresh/deployment/one 1 ",
            "Unknown fresh/deployment/two 1 ");
    assertThat(answer.toString())
        .contains(
            "exceeded quota: cpus, requested: requests.cpu=400m",
            "controllers create the pods of a set in no fixed order",
            "in the order of the set, 0 run, 0 wait and 1 are denied");
  }

  @Test
  void a_remedy_that_is_the_authors_is_a_change_of_the_manifest() {
    run.with("a/set.yaml", NAMESPACE + "---\n" + QUOTA)
        .with("a/two.yaml", DEPLOYMENT.formatted("two", 3, "400m"));

    String text = run.onExample("a").out();

    assertThat(text)
        .contains("set.yaml:10:5: set spec.hard[requests.cpu]: 1200m")
        .contains("two.yaml:14:")
        .doesNotContain("ask:");
  }

  @Test
  void a_remedy_of_others_names_whom_to_ask() {
    run.with(
        "a/pod.yaml",
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p, namespace: vision}
        spec:
          containers:
            - name: c
              resources: {limits: {nvidia.com/gpu: 4}}
        """);

    CliRun answer = run.onExample("a");

    assertThat(answer.exitCode()).isEqualTo(ExitCode.WRONG);
    assertThat(answer.out()).contains("ask: a cluster administrator");
  }

  @Test
  void an_object_in_a_namespace_that_nobody_makes_is_denied() {
    run.with("a/pod.yaml", CheckRun.POD.formatted("p", "nowhere", "1"));

    JsonObject answer = run.json("a");

    assertThat(findings(answer)).containsExactly("Denied nowhere/pod/p 3 metadata.namespace");
  }

  @Test
  void generated_names_lists_and_line_breaks_of_windows_are_taken() {
    String list =
        """
        apiVersion: v1
        kind: List
        items:
          - apiVersion: v1
            kind: Pod
            metadata: {generateName: p-, namespace: fresh}
            spec: &spec
              containers:
                - name: c
                  resources:
                    requests:
                      cpu: 600m
          - apiVersion: v1
            kind: Pod
            metadata: {generateName: p-, namespace: fresh}
            spec: *spec
        """;
    run.with("a/list.yaml", (NAMESPACE + "---\n" + QUOTA + "---\n" + list).replace("\n", "\r\n"));

    JsonObject answer = run.json("a");

    assertThat(findings(answer))
        .containsExactly("Denied fresh/pod/p-…1 23 spec.containers[0].resources.requests.cpu");
  }

  @Test
  void an_object_that_is_there_twice_counts_as_it_is_applied_last() {
    run.with("a/1.yaml", NAMESPACE + "---\n" + DEPLOYMENT.formatted("web", 1000, "400"))
        .with("a/2.yaml", DEPLOYMENT.formatted("web", 1, "100m"));

    CliRun answer = run.onExample("a");

    assertThat(answer.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(answer.err()).contains("Deployment web is in the set twice");
  }

  @Test
  void against_a_base_only_what_the_change_makes_worse_is_told() {
    String denied = DEPLOYMENT.formatted("old", 1, "2");
    run.with("base/set.yaml", NAMESPACE + "---\n" + QUOTA + "---\n" + denied)
        .with("same/set.yaml", NAMESPACE + "---\n" + QUOTA + "---\n" + denied)
        .with(
            "worse/set.yaml",
            NAMESPACE
                + "---\n"
                + QUOTA
                + "---\n"
                + denied
                + "---\n"
                + DEPLOYMENT.formatted("new", 1, "3"))
        .with("better/set.yaml", NAMESPACE + "---\n" + QUOTA);
    String base = run.path("base").toString();

    assertThat(findings(run.json("same", "--base", base))).isEmpty();
    assertThat(run.onExample("same", "--base", base).exitCode()).isEqualTo(ExitCode.OK);
    assertThat(findings(run.json("worse", "--base", base)))
        .singleElement()
        .asString()
        .startsWith("Denied fresh/deployment/new");
    assertThat(run.json("better", "--base", base).getAsJsonArray("better").toString())
        .contains("fresh/deployment/old");
  }

  @Test
  void what_leaves_gives_back_what_it_holds() {
    run.with(
            "base/set.yaml",
            NAMESPACE + "---\n" + QUOTA + "---\n" + DEPLOYMENT.formatted("old", 2, "500m"))
        .with(
            "head/set.yaml",
            NAMESPACE + "---\n" + QUOTA + "---\n" + DEPLOYMENT.formatted("new", 2, "500m"));

    CliRun answer = run.onExample("head", "--base", run.path("base").toString());

    assertThat(answer.exitCode()).as(answer.out()).isEqualTo(ExitCode.OK);
  }

  @Test
  void what_is_not_known_is_never_green_unless_that_is_allowed() {
    run.with("a/pod.yaml", CheckRun.POD.formatted("p", "vision", "1m"));
    String file = run.path("a").toString();
    String nodes =
        run.with("nodes.yaml", "{apiVersion: v1, kind: NodeList, items: []}")
            .path("nodes.yaml")
            .toString();

    CliRun unknown = CliRun.of("check", file, "--snapshot", nodes);
    CliRun allowed = CliRun.of("check", file, "--allow-unknown", "--snapshot", nodes);

    assertThat(unknown.exitCode()).as(unknown.out()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(unknown.out()).contains("isn't known, since").contains("were not read");
    assertThat(allowed.exitCode()).isEqualTo(ExitCode.OK);
  }

  @Test
  void fail_on_says_which_findings_end_with_one() {
    run.with("a/pod.yaml", CheckRun.POD.formatted("p", "sandbox", "9000"));

    assertThat(run.onExample("a").exitCode()).isEqualTo(ExitCode.WRONG);
    assertThat(run.onExample("a", "--fail-on", "error").exitCode()).isEqualTo(ExitCode.OK);
    assertThat(run.onExample("a", "--fail-on", "never").exitCode()).isEqualTo(ExitCode.OK);
    assertThat(run.onExample("a", "--fail-on", "all").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void standard_input_and_files_are_taken_as_folders_are() {
    InputStream before = System.in;
    try {
      System.setIn(
          new ByteArrayInputStream(
              CheckRun.POD.formatted("p", "sandbox", "9000").getBytes(StandardCharsets.UTF_8)));
      CliRun answer =
          CliRun.of("check", "-", "--complete", "--snapshot", CliRun.EXAMPLE.toString());
      assertThat(answer.out()).startsWith("standard input:8:20: warning: ");
    } finally {
      System.setIn(before);
    }
    run.with("a/pod.yaml", CheckRun.POD.formatted("p", "sandbox", "9000"));
    assertThat(run.onExample("a/pod.yaml").exitCode()).isEqualTo(ExitCode.WRONG);
    assertThat(
            CliRun.of(
                    "check",
                    "--complete",
                    "--snapshot",
                    CliRun.EXAMPLE.toString(),
                    run.path("a").toString())
                .exitCode())
        .isEqualTo(ExitCode.WRONG);
  }

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
        containers: [{name: main}]
      """;

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

    assertThat(answer.out()).contains("1 of 1 pod placed");
    assertThat(answer.exitCode()).as(answer.out() + answer.err()).isEqualTo(ExitCode.OK);
  }

  @Test
  void a_policy_of_the_set_looks_at_the_pods_of_the_set() {
    String policy =
        """
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: {name: small}
        spec:
          failurePolicy: Fail
          matchConstraints:
            resourceRules:
              - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}
          validations:
            - expression: object.spec.containers.all(c, c.resources.requests['cpu'] != '2')
              message: too large
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: {name: small}
        spec: {policyName: small, validationActions: [Deny]}
        ---
        """;
    run.with(
            "large/set.yaml",
            NAMESPACE + "---\n" + policy + DEPLOYMENT.formatted("web", 1, "\"2\""))
        .with(
            "small/set.yaml",
            NAMESPACE + "---\n" + policy + DEPLOYMENT.formatted("web", 1, "\"1\""));

    CliRun large = run.onExample("large");
    CliRun small = run.onExample("small");

    assertThat(large.out()).contains("too large");
    assertThat(large.exitCode()).as(large.out()).isEqualTo(ExitCode.WRONG);
    assertThat(small.exitCode()).as(small.out() + small.err()).isEqualTo(ExitCode.OK);
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

    CliRun same = checked("same", options);
    CliRun changed = checked("changed", options);

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
          template: {metadata: {labels: {app: a}}, spec: {containers: [{name: main, resources: {requests: {cpu: 100m}}}]}}
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

    CliRun denied = checked("a", "--complete", "--snapshot", run.path("one.yaml") + "");
    CliRun passed = checked("a", "--complete", "--snapshot", run.path("two.yaml") + "");
    CliRun unknown = checked("a", "--complete", "--snapshot", run.path("hook.yaml") + "");

    assertThat(denied.out()).contains("exceeded quota: sets");
    assertThat(denied.exitCode()).as(denied.out()).isEqualTo(ExitCode.WRONG);
    assertThat(passed.exitCode()).as(passed.out() + passed.err()).isEqualTo(ExitCode.OK);
    assertThat(unknown.exitCode()).as(unknown.out() + unknown.err()).isEqualTo(ExitCode.UNKNOWN);
  }

  @Test
  void a_pod_that_waits_for_pods_of_a_later_workload_runs_in_the_end() {
    String near =
        DEPLOYMENT
            .formatted("near", 2, "100m")
            .replace("app: a", "app: near")
            .replace(
                "      containers:",
                "      affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
                    + " [{topologyKey: pool, labelSelector: {matchLabels: {app: a}}}]}}\n"
                    + "      containers:");
    run.with("a/1.yaml", NAMESPACE + "---\n" + near)
        .with("a/2.yaml", DEPLOYMENT.formatted("web", 1, "100m"))
        .with("b/1.yaml", NAMESPACE + "---\n" + near)
        .with("nodes.yaml", nodes(2));
    String[] options = {"--complete", "--snapshot", run.path("nodes.yaml") + ""};

    CliRun both = checked("a", options);
    CliRun alone = checked("b", options);

    assertThat(both.out()).contains("3 of 3 pods placed");
    assertThat(both.exitCode()).as(both.out() + both.err()).isEqualTo(ExitCode.OK);
    assertThat(alone.out()).contains("0 of 2 pods placed");
  }

  @Test
  void a_selector_matches_its_template_and_never_changes() {
    String web = DEPLOYMENT.formatted("web", 1, "100m");
    run.with("empty.yaml", NAMESPACE + "---\n" + nodes(2))
        .with("stored.yaml", NAMESPACE + "---\n" + nodes(2) + web)
        .with("other/set.yaml", web.replace("matchLabels: {app: a}", "matchLabels: {app: b}"))
        .with("none/set.yaml", web.replace("  selector: {matchLabels: {app: a}}\n", ""))
        .with("changed/set.yaml", web.replace("{app: a}", "{app: b}"));

    CliRun other = checked("other", "--complete", "--snapshot", run.path("empty.yaml") + "");
    CliRun none = checked("none", "--complete", "--snapshot", run.path("empty.yaml") + "");
    CliRun isNew = checked("changed", "--complete", "--snapshot", run.path("empty.yaml") + "");
    CliRun changed = checked("changed", "--complete", "--snapshot", run.path("stored.yaml") + "");

    String mismatch =
        "Deployment.apps \"web\" is invalid: spec.template.metadata.labels: Invalid value:"
            + " {\"app\":\"a\"}: `selector` does not match template `labels`";
    assertThat(other.out()).contains(mismatch);
    assertThat(none.out()).contains(mismatch);
    assertThat(isNew.exitCode()).as(isNew.out() + isNew.err()).isEqualTo(ExitCode.OK);
    assertThat(changed.out())
        .contains(
            "spec.selector: Invalid value: {\"matchLabels\":{\"app\":\"b\"}}: field is immutable");
    assertThat(changed.exitCode()).isEqualTo(ExitCode.WRONG);
  }

  private CliRun checked(String folder, String... options) {
    List<String> words = new ArrayList<>(List.of("check", run.path(folder).toString()));
    words.addAll(List.of(options));
    return CliRun.of(words.toArray(String[]::new));
  }
}
