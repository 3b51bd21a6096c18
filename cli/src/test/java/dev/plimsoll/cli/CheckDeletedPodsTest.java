package dev.plimsoll.cli;

import static dev.plimsoll.cli.CheckRun.NAMESPACE;
import static dev.plimsoll.cli.CheckRun.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sets that make a workload smaller, and give what its pods have to others. */
class CheckDeletedPodsTest {
  private static final String TEMPLATE =
      "template: {metadata: {labels: {app: a}}, spec: {restartPolicy: POLICY,"
          + " containers: [{name: main, image: example.com/a, resources: {requests: {cpu: 1}}}]}}";

  @TempDir private Path folder;
  private CheckRun run;

  @BeforeEach
  void make() {
    run = new CheckRun(folder);
  }

  private static String workload(String kind, String name, int pods, String more) {
    boolean isJob = kind.equals("Job");
    return """
        ---
        apiVersion: %s
        kind: %s
        metadata: {name: %s, namespace: fresh, uid: %s}
        spec: {%s: %d, %s%s %s}
        """
        .formatted(
            isJob ? "batch/v1" : "apps/v1",
            kind,
            name,
            name,
            isJob ? "parallelism" : "replicas",
            pods,
            isJob ? "" : "selector: {matchLabels: {app: a}}, ",
            more,
            TEMPLATE.replace("POLICY", isJob ? "Never" : "Always"));
  }

  private static String workload(String kind, String name, int pods) {
    return workload(kind, name, pods, "");
  }

  private static String pods(String kind, String owner, int count) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < count; i++) {
      all.append(
          """
          ---
          apiVersion: v1
          kind: Pod
          metadata: {name: %s-%d, namespace: fresh, labels: {app: a}, ownerReferences: [{apiVersion: %s, kind: %s, name: %s, uid: %s, controller: true}]}
          spec: {nodeName: agents-%d, containers: [{name: main, image: example.com/a, resources: {requests: {cpu: 1}}}]}
          status: {phase: Running}
          """
              .formatted(
                  owner,
                  i,
                  kind.equals("Job") ? "batch/v1" : "apps/v1",
                  kind,
                  owner,
                  owner,
                  i % 2));
    }
    return all.toString();
  }

  private static String quota(int used) {
    return """
        ---
        apiVersion: v1
        kind: ResourceQuota
        metadata: {name: pods, namespace: fresh}
        spec: {hard: {pods: 3}}
        status: {hard: {pods: 3}, used: {pods: %d}}
        """
        .formatted(used);
  }

  private CliRun check(String stored, String manifests) {
    run.with("cluster.yaml", NAMESPACE + "---\n" + nodes(2) + stored).with("a/set.yaml", manifests);
    return run.checked("a", "--complete", "--snapshot", run.path("cluster.yaml").toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ReplicaSet", "StatefulSet", "Job"})
  void new_pods_get_the_quota_of_deleted_pods(String kind) {
    String stored = workload(kind, "old", 3) + pods(kind, "old", 3) + quota(3);

    CliRun passed = check(stored, workload("Job", "new", 2) + workload(kind, "old", 1));
    CliRun denied = check(stored, workload("Job", "new", 3) + workload(kind, "old", 1));

    assertThat(passed.exitCode()).as(passed.out() + passed.err()).isEqualTo(ExitCode.OK);
    assertThat(passed.out()).contains("2 of 2 pods placed: no findings");
    assertThat(denied.exitCode()).as(denied.out() + denied.err()).isEqualTo(ExitCode.WRONG);
    assertThat(denied.out()).contains("job/new has 3 pods: 1 denied by a quota");
  }

  @Test
  void a_suspended_Job_gives_all_back_and_is_not_tried() {
    CliRun passed =
        check(
            workload("Job", "old", 3) + pods("Job", "old", 3) + quota(3),
            workload("Job", "new", 3) + workload("Job", "old", 3, "suspend: true,"));

    assertThat(passed.exitCode()).as(passed.out() + passed.err()).isEqualTo(ExitCode.OK);
    assertThat(passed.out()).contains("3 of 3 pods placed: no findings");
  }

  @Test
  void nobody_submits_a_bare_pod_again() {
    CliRun unknown =
        check(
            workload("Job", "old", 3) + pods("Job", "old", 3) + quota(3),
            CheckRun.POD.formatted("bare", "fresh", "1") + workload("Job", "old", 1));

    assertThat(unknown.exitCode()).as(unknown.out() + unknown.err()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(unknown.out())
        .contains(
            "pods that the set's controllers delete may still be there [unknown, DeletedPods]");
  }

  @Test
  void pods_that_wait_may_take_the_quota_first() {
    CliRun unknown =
        check(
            workload("Job", "old", 3)
                + pods("Job", "old", 3)
                + workload("ReplicaSet", "late", 1)
                + quota(3),
            workload("Job", "new", 1) + workload("Job", "old", 2));

    assertThat(unknown.exitCode()).as(unknown.out() + unknown.err()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(unknown.out())
        .contains("pod late-… waits and may take what deleted pods free [unknown, WaitingPods]");
  }

  @Test
  void which_of_several_pods_goes_is_open() {
    String big =
        CheckRun.POD
            .formatted("big", "fresh", "3")
            .replace("containers:", "nodeName: agents-0\n  containers:");

    CliRun unknown =
        check(
            workload("ReplicaSet", "old", 2) + pods("ReplicaSet", "old", 2) + "---\n" + big,
            workload("Job", "new", 1) + workload("ReplicaSet", "old", 1));

    assertThat(unknown.exitCode()).as(unknown.out() + unknown.err()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(unknown.out())
        .contains("which pods the set's controllers delete is open [unknown, DeletionOrder]");
  }
}
