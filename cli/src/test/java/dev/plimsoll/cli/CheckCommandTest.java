package dev.plimsoll.cli;

import static dev.plimsoll.cli.CheckRun.DEPLOYMENT;
import static dev.plimsoll.cli.CheckRun.NAMESPACE;
import static dev.plimsoll.cli.CheckRun.QUOTA;
import static dev.plimsoll.cli.CheckRun.findings;
import static dev.plimsoll.cli.CheckRun.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
  private static final String NODE_OF_MANY_PODS =
      """
      apiVersion: v1
      kind: Node
      metadata: {name: large}
      status: {allocatable: {cpu: 64, memory: 64Gi, pods: 20000}}
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
                image: example.com/a
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
  void pods_that_are_too_many_to_be_tried_are_counted_beside_those_that_wait() {
    run.with("a/set.yaml", NAMESPACE + "---\n" + DEPLOYMENT.formatted("web", 1_000_000, "1"))
        .with("a/nodes.yaml", nodes(2));

    CliRun answer = run.onExample("a");

    assertThat(answer.out())
        .contains("deployment/web has 1000000 pods: ", ", 990000 that may or may not run");
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
            "Denied fresh/daemonset/agent 13"
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

  @Test
  void pods_of_the_set_are_charged_before_the_pods_that_come_after_them() {
    run.with("a/set.yaml", NAMESPACE + "---\n" + QUOTA)
        .with("a/one.yaml", DEPLOYMENT.formatted("one", 2, "400m"))
        .with("a/two.yaml", DEPLOYMENT.formatted("two", 1, "400m"));

    JsonObject answer = run.json("a");

    assertThat(findings(answer))
        .containsExactly(
            "Denied fresh/deployment/two 15"
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
        .contains("two.yaml:15:")
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
              image: example.com/a
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
                  image: example.com/a
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
        .containsExactly("Denied fresh/pod/p-…1 24 spec.containers[0].resources.requests.cpu");
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
      assertThat(answer.out()).startsWith("standard input:9:20: warning: ");
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

    CliRun both = run.checked("a", options);
    CliRun alone = run.checked("b", options);

    assertThat(both.out()).contains("3 of 3 pods placed");
    assertThat(both.exitCode()).as(both.out() + both.err()).isEqualTo(ExitCode.OK);
    assertThat(alone.out()).contains("0 of 2 pods placed");
  }
}
