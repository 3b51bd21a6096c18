package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pod that waits may take what a roll-out frees, before the new pods exist. */
class CheckRolloutTest {
  private static final String CLUSTER =
      """
      apiVersion: v1
      kind: Namespace
      metadata: {name: fresh}
      ---
      apiVersion: v1
      kind: Namespace
      metadata: {name: secret}
      ---
      apiVersion: v1
      kind: Node
      metadata: {name: only}
      status: {allocatable: {cpu: 4, memory: 64Gi, pods: 110}}
      ---
      """;
  private static final String OWNED =
      "ownerReferences: [{apiVersion: apps/v1, kind: %s, name: %s, uid: %s, controller: true}]";
  private static final String RECREATE = "strategy: {type: Recreate}";
  private static final String SURGE =
      "strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}";
  private static final String ONE_LESS =
      "strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 0, maxUnavailable: 1}}";

  private CheckRun run = new CheckRun(Path.of(""));

  @BeforeEach
  void start(@TempDir Path folder) {
    run = new CheckRun(folder);
  }

  @Test
  void a_waiting_pod_may_take_what_a_rollout_frees_before_its_new_pods_exist() {
    for (String strategy : new String[] {RECREATE, ONE_LESS}) {
      CliRun checked = check(deployed("web", 1, "3", strategy) + waiting("batch", "fresh", "3"));

      assertThat(checked.exitCode()).as(checked.out()).isEqualTo(ExitCode.UNKNOWN);
      assertThat(checked.out())
          .contains(
              "whether the roll-out of deployment/web in namespace fresh ends isn't known, since"
                  + " pod batch waits and may take what old pods free");
    }
  }

  @Test
  void a_pod_of_another_namespace_is_counted_and_not_named() {
    CliRun checked = check(deployed("web", 1, "3", RECREATE) + waiting("batch", "secret", "3"));

    assertThat(checked.exitCode()).as(checked.out()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(checked.out())
        .contains("since 1 pod of another namespace waits and may take what old pods free")
        .doesNotContain("batch", "secret");
  }

  @Test
  void a_surge_needs_what_the_next_old_pod_frees() {
    String two = deployed("web", 2, "1500m", SURGE);

    CliRun checked = check(two + waiting("batch", "fresh", "1500m"), "web", 2, "900m", SURGE);
    CliRun alone = check(two, "web", 2, "900m", SURGE);

    assertThat(checked.exitCode()).as(checked.out()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(alone.exitCode()).as(alone.out()).isEqualTo(ExitCode.OK);
  }

  @Test
  void a_waiting_pod_that_leaves_enough_or_still_finds_no_node_changes_nothing() {
    for (String cpu : new String[] {"2", "5"}) {
      CliRun checked =
          check(
              deployed("web", 1, "3", RECREATE) + waiting("batch", "fresh", cpu),
              "web",
              1,
              "2",
              RECREATE);

      assertThat(checked.exitCode()).as(checked.out()).isEqualTo(ExitCode.OK);
    }
  }

  @Test
  void a_pod_of_another_scheduler_may_win_and_a_gated_pod_may_not() {
    for (String field : new String[] {"schedulerName: other", "schedulingGates: [{name: a/b}]"}) {
      String pod = waiting("batch", "fresh", "3").replace("spec:\n", "spec:\n  " + field + "\n");

      CliRun checked = check(deployed("web", 1, "3", RECREATE) + pod);

      assertThat(checked.exitCode())
          .as(checked.out())
          .isEqualTo(field.contains("Gates") ? ExitCode.OK : ExitCode.UNKNOWN);
    }
  }

  @Test
  void a_new_pod_of_higher_priority_evicts_the_pod_that_came_first_unless_its_policy_forbids() {
    for (String policy : new String[] {"PreemptLowerPriority", "Never"}) {
      String priority =
          """
          apiVersion: scheduling.k8s.io/v1
          kind: PriorityClass
          metadata: {name: high}
          value: 1000
          preemptionPolicy: %s
          ---
          """
              .formatted(policy);
      run.with(
              "cluster.yaml",
              CLUSTER
                  + priority
                  + deployed("web", 1, "3", RECREATE)
                  + waiting("batch", "fresh", "3"))
          .with(
              "set/set.yaml",
              deployment("web", 1, "2900m", RECREATE)
                  .replace("containers:", "priorityClassName: high, containers:"));

      CliRun checked = checkSet();

      assertThat(checked.exitCode())
          .as(checked.out())
          .isEqualTo(policy.equals("Never") ? ExitCode.UNKNOWN : ExitCode.OK);
    }
  }

  @Test
  void a_rollout_of_a_stateful_set_or_a_daemon_set_may_be_overtaken_too() {
    for (String kind : new String[] {"StatefulSet", "DaemonSet"}) {
      String set = set(kind, "3");
      String pod =
          pod(kind.equals("DaemonSet") ? "web-x" : "web-0", "fresh", "3")
                  .replace("labels: {", OWNED.formatted(kind, "web", "w") + ", labels: {")
              + "  nodeName: only\n---\n";
      run.with("cluster.yaml", CLUSTER + set + pod + waiting("batch", "fresh", "3"))
          .with("set/set.yaml", set(kind, "2900m"));

      CliRun checked = checkSet();

      assertThat(checked.exitCode()).as(kind + checked.out()).isEqualTo(ExitCode.UNKNOWN);
      assertThat(checked.out()).contains("since pod batch waits");
    }
  }

  @Test
  void a_denied_pod_of_another_controller_may_take_the_quota_that_a_rollout_frees() {
    String quota =
        """
        apiVersion: v1
        kind: ResourceQuota
        metadata: {name: few, namespace: fresh}
        spec: {hard: {pods: 1}}
        status: {hard: {pods: 1}, used: {pods: 1}}
        ---
        """;
    String job =
        """
        apiVersion: batch/v1
        kind: Job
        metadata: {name: batch, namespace: fresh, uid: j}
        spec:
          parallelism: 1
          completions: 1
          template:
            metadata: {labels: {app: batch}}
            spec: {restartPolicy: Never, containers: [{name: main, image: none}]}
        ---
        """;

    CliRun checked = check(quota + deployed("web", 1, "1", RECREATE) + job);

    assertThat(checked.exitCode()).as(checked.out()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(checked.out()).contains("since pod batch-");
  }

  @Test
  void the_order_in_which_old_pods_go_is_open_and_may_decide() {
    String node =
        """
        apiVersion: v1
        kind: Node
        metadata: {name: %1$s, labels: {kubernetes.io/hostname: %1$s}}
        status: {allocatable: {cpu: 4, memory: 64Gi, pods: 110}}
        ---
        """;
    String apart =
        "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey:"
            + " kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}]}}, containers:";
    String full = waiting("full", "secret", "3500m").replace("---", "  nodeName: n0\n---");
    for (List<String> nodes : List.of(List.of("n0", "n1"), List.of("n1", "n0"))) {
      String old = deployed("web", 2, "200m", SURGE);
      for (String each : nodes) {
        old = old.replaceFirst("nodeName: only", "nodeName: " + each);
      }
      run.with(
              "cluster.yaml",
              CLUSTER.replace("name: only", "name: only, labels: {kubernetes.io/hostname: only}")
                  + node.formatted("n0")
                  + node.formatted("n1")
                  + full
                  + old)
          .with("set/set.yaml", deployment("web", 2, "600m", SURGE).replace("containers:", apart));

      CliRun checked = checkSet();

      assertThat(checked.exitCode()).as(checked.out()).isEqualTo(ExitCode.UNKNOWN);
      assertThat(checked.out()).contains("since the order in which old pods go is open");
    }
  }

  @Test
  void a_later_workload_of_the_set_may_take_what_an_earlier_rollout_frees() {
    for (String cpu : new String[] {"3", "5"}) {
      String batch =
          deployment("batch", 1, cpu, RECREATE)
              .replace("uid: d", "uid: e")
              .replace("app: web", "app: batch");
      run.with("cluster.yaml", CLUSTER + deployed("web", 1, "3", RECREATE))
          .with("set/set.yaml", deployment("web", 1, "2900m", RECREATE) + batch);

      CliRun checked = checkSet();

      assertThat(checked.exitCode())
          .as(checked.out())
          .isEqualTo(cpu.equals("3") ? ExitCode.UNKNOWN : ExitCode.WRONG);
      assertThat(checked.out().contains("whether the pods of deployment/web"))
          .isEqualTo(cpu.equals("3"));
    }
  }

  private CliRun check(String cluster) {
    return check(cluster, "web", 1, "2900m", RECREATE);
  }

  private CliRun check(
      String cluster, String name, int replicas, String cpu, String strategyAfter) {
    String strategy = cluster.contains(ONE_LESS) ? ONE_LESS : strategyAfter;
    run.with("cluster.yaml", CLUSTER + cluster)
        .with("set/set.yaml", deployment(name, replicas, cpu, strategy));
    return checkSet();
  }

  private CliRun checkSet() {
    return CliRun.of(
        "check",
        run.path("set").toString(),
        "--complete",
        "--snapshot",
        run.path("cluster.yaml").toString());
  }

  private static String deployment(String name, int replicas, String cpu, String strategy) {
    return """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: %s, namespace: fresh, uid: d}
        spec:
          replicas: %d
          %s
        %s
        ---
        """
        .formatted(name, replicas, strategy, template(cpu));
  }

  /** Returns a Deployment with its ReplicaSet and running pods. */
  private static String deployed(String name, int replicas, String cpu, String strategy) {
    String all =
        deployment(name, replicas, cpu, strategy)
            + """
            apiVersion: apps/v1
            kind: ReplicaSet
            metadata: {name: %s-1, namespace: fresh, uid: r, %s}
            spec:
              replicas: %d
            %s
            ---
            """
                .formatted(name, OWNED.formatted("Deployment", name, "d"), replicas, template(cpu));
    for (int i = 0; i < replicas; i++) {
      all +=
          pod(name + "-1-" + i, "fresh", cpu)
                  .replace(
                      "labels: {", OWNED.formatted("ReplicaSet", name + "-1", "r") + ", labels: {")
              + "  nodeName: only\n---\n";
    }
    return all;
  }

  private static String set(String kind, String cpu) {
    return """
        apiVersion: apps/v1
        kind: %s
        metadata: {name: web, namespace: fresh, uid: w}
        spec:
        %s
        ---
        """
        .formatted(kind, (kind.equals("DaemonSet") ? "" : "  replicas: 1\n") + template(cpu));
  }

  private static String template(String cpu) {
    return """
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec: {containers: [{name: main, image: none, resources: {requests: {cpu: %s}}}]}
        """
        .formatted(cpu)
        .indent(0)
        .stripTrailing();
  }

  private static String waiting(String name, String namespace, String cpu) {
    return pod(name, namespace, cpu).replace("app: web", "app: batch") + "---\n";
  }

  private static String pod(String name, String namespace, String cpu) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, namespace: %s, labels: {app: web}}
        spec:
          containers: [{name: main, image: none, resources: {requests: {cpu: %s}}}]
        """
        .formatted(name, namespace, cpu);
  }
}
