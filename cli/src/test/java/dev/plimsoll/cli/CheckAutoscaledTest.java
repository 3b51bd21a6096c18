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

/** Deployments whose number of pods a HorizontalPodAutoscaler sets. */
class CheckAutoscaledTest {
  private static final String QUOTA =
      """
      ---
      apiVersion: v1
      kind: ResourceQuota
      metadata: {name: pods, namespace: fresh}
      spec: {hard: {pods: 2}}
      status: {hard: {pods: 2}, used: {pods: USED}}
      """;
  private static final String DEPLOYMENT =
      """
      ---
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, namespace: fresh}
      spec:
        replicas: REPLICAS
        selector: {matchLabels: {app: a}}
        template:
          metadata: {labels: {app: a}}
          spec:
            containers: [{name: main, image: example.com/a, resources: {requests: {cpu: 100m}}}]
      """;
  private static final String AUTOSCALER =
      """
      ---
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata: {name: load, namespace: fresh}
      spec:
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
        minReplicas: MIN
        maxReplicas: 10
      """;

  @TempDir private Path folder;
  private CheckRun run;

  @BeforeEach
  void make() {
    run = new CheckRun(folder);
  }

  private CliRun check(String stored, String manifests) {
    run.with("cluster.yaml", NAMESPACE + "---\n" + nodes(2) + stored).with("a/set.yaml", manifests);
    return run.checked("a", "--complete", "--snapshot", run.path("cluster.yaml").toString());
  }

  private static String quota(int used) {
    return QUOTA.replace("USED", Integer.toString(used));
  }

  private static String deployment(int replicas) {
    return DEPLOYMENT.replace("REPLICAS", Integer.toString(replicas));
  }

  private static String autoscaler(int min) {
    return AUTOSCALER.replace("MIN", Integer.toString(min));
  }

  private static String autoscaler(String from, String to) {
    return AUTOSCALER.replace(from, to).replace("MIN", "3");
  }

  private static String running(int pods) {
    StringBuilder all =
        new StringBuilder(
            """
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web, namespace: fresh, uid: d}
            spec:
              replicas: N
              selector: {matchLabels: {app: a}}
              template: {metadata: {labels: {app: a}}, spec: {containers: [{name: main, image: example.com/a, resources: {requests: {cpu: 100m}}}]}}
            ---
            apiVersion: apps/v1
            kind: ReplicaSet
            metadata: {name: web-1, namespace: fresh, uid: r, ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: web, uid: d, controller: true}]}
            spec:
              replicas: N
              selector: {matchLabels: {app: a}}
              template: {metadata: {labels: {app: a}}, spec: {containers: [{name: main, image: example.com/a, resources: {requests: {cpu: 100m}}}]}}
            """
                .replace("N", Integer.toString(pods)));
    for (int i = 0; i < pods; i++) {
      all.append(
          """
          ---
          apiVersion: v1
          kind: Pod
          metadata: {name: web-1-%d, namespace: fresh, labels: {app: a}, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web-1, uid: r, controller: true}]}
          spec: {nodeName: agents-0, containers: [{name: main, image: example.com/a, resources: {requests: {cpu: 100m}}}]}
          """
              .formatted(i));
    }
    return all.toString();
  }

  @Test
  void the_autoscalers_least_number_counts_and_not_the_manifests() {
    CliRun denied = check(quota(0), deployment(1) + autoscaler(3));
    CliRun passed = check(quota(0), deployment(1) + autoscaler(2));

    assertThat(denied.exitCode()).as(denied.out() + denied.err()).isEqualTo(ExitCode.WRONG);
    assertThat(denied.out())
        .contains("deployment/web has 3 pods: 1 denied by a quota, 2 that would be placed")
        .contains("horizontalpodautoscaler/load keeps deployment/web between 3 and 10 pods");
    assertThat(passed.exitCode()).as(passed.out() + passed.err()).isEqualTo(ExitCode.OK);
  }

  @Test
  void a_workload_with_0_replicas_is_left_alone() {
    assertThat(check(quota(0), deployment(0) + autoscaler(3)).exitCode()).isEqualTo(ExitCode.OK);
  }

  @Test
  void a_higher_least_number_creates_pods_of_the_stored_target() {
    CliRun denied = check(running(2) + quota(2), autoscaler(3));

    assertThat(denied.exitCode()).as(denied.out() + denied.err()).isEqualTo(ExitCode.WRONG);
    assertThat(denied.out())
        .contains("set.yaml:7:")
        .contains("field: spec.minReplicas")
        .contains("deployment/web has 3 pods")
        .contains("exceeded quota: pods")
        .contains(": 1 error, 0 warnings, 0 notes");
    assertThat(check(running(2) + quota(2), autoscaler(2)).exitCode()).isEqualTo(ExitCode.OK);
  }

  @Test
  void the_number_that_an_autoscaler_has_chosen_stays() {
    String stored = running(2) + autoscaler(1);

    assertThat(check(stored + quota(2), deployment(3)).exitCode()).isEqualTo(ExitCode.OK);
    assertThat(check(running(2) + quota(2), deployment(3)).exitCode()).isEqualTo(ExitCode.WRONG);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "minReplicas: MIN | minReplicas: 11 | spec.maxReplicas: Invalid value: 10: must be greater"
            + " than or equal to `minReplicas`",
        "minReplicas: MIN | minReplicas: -1 | spec.minReplicas: Invalid value: -1: must be greater"
            + " than or equal to 1",
        "maxReplicas: 10 | maxReplicas: 0 | [spec.maxReplicas: Required value: must be set and"
            + " greater than 0, spec.maxReplicas: Invalid value: 0: must be greater than or equal"
            + " to `minReplicas`]",
        ", name: web | '' | spec.scaleTargetRef.name: Required value"
      })
  void an_invalid_autoscaler_is_denied(String from, String to, String error) {
    CliRun denied = check(quota(0), deployment(1) + autoscaler(from, to));

    assertThat(denied.exitCode()).as(denied.out() + denied.err()).isEqualTo(ExitCode.WRONG);
    assertThat(denied.out())
        .contains("HorizontalPodAutoscaler.autoscaling \"load\" is invalid: " + error + "\n")
        .doesNotContain("deployment/web has");
  }
}
