package dev.plimsoll.extender.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * PodGroups on a real control plane: a definition like that of scheduler-plugins, which nobody else
 * acts on, and Kubernetes' own, with kube-scheduler scheduling gangs itself and without.
 */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PodGroupsEndToEndTest {
  private static final List<String> NAMESPACES = List.of("team");
  private static final String GATES = "--feature-gates=GenericWorkload=true";
  private static final String KUBERNETES = "scheduling.k8s.io/v1alpha2";
  private static final String SCHEDULER_PLUGINS = "scheduling.x-k8s.io/v1alpha1";
  private static final Duration A_WHILE = Duration.ofSeconds(15);

  /** As much of the definition as the extender reads. */
  private static final String DEFINITION =
      """
      {"metadata": {"name": "podgroups.scheduling.x-k8s.io", "annotations": {
         "api-approved.kubernetes.io": "unapproved, a test resource"}},
       "spec": {"group": "scheduling.x-k8s.io", "scope": "Namespaced",
         "names": {"kind": "PodGroup", "plural": "podgroups", "singular": "podgroup",
           "listKind": "PodGroupList"},
         "versions": [{"name": "v1alpha1", "served": true, "storage": true, "schema": {
           "openAPIV3Schema": {"type": "object", "properties": {"spec": {"type": "object",
             "properties": {"minMember": {"type": "integer", "format": "int32"}}}}}}}]}}
      """;

  private Path folder = Path.of("");
  private ControlPlane plane;
  private EndToEndCluster endToEndCluster;
  private SchedulerProcesses schedulerProcesses;

  @BeforeAll
  void startControlPlane(@TempDir Path temporary) throws Exception {
    folder = temporary;
    plane =
        ControlPlane.startWith(
            Files.createDirectory(folder.resolve("plane")),
            GATES,
            "--runtime-config=" + KUBERNETES + "=true");
    endToEndCluster = new EndToEndCluster(plane.api());
    endToEndCluster.addNamespace("team");
    endToEndCluster.addClusterRoles("control-plane/role.yaml");
    endToEndCluster.allow("plimsoll-extender", "plimsoll-extender");
    endToEndCluster.allow("plimsoll-extender", "plimsoll-extender-write");
  }

  @AfterAll
  void stopControlPlane() {
    plane.close();
  }

  @BeforeEach
  void startExtender() throws Exception {
    for (String node : List.of("a", "b", "c")) {
      endToEndCluster.addNode(node);
    }
    schedulerProcesses =
        new SchedulerProcesses(Files.createTempDirectory(folder, "scheduling"), plane);
    schedulerProcesses.startExtender();
  }

  @AfterEach
  void no_gpu_is_ever_placed_twice() throws Exception {
    schedulerProcesses.close();
    boolean once = endToEndCluster.noGpuIsPlacedTwice();
    endToEndCluster.clear(NAMESPACES);
    plane.api().deleteAll("/api/v1/nodes");
    Await.until("all pods are gone", () -> endToEndCluster.gpusHeld().isEmpty());
    assertThat(once).isTrue();
  }

  private void startScheduler(String... flags) throws IOException {
    schedulerProcesses.startScheduler(new SchedulerProcesses.Variant(true, false, false), flags);
  }

  private void addPodGroup(String api, String group, String spec) throws IOException {
    plane
        .api()
        .create(
            "/apis/" + api + "/namespaces/team/podgroups",
            """
            {"apiVersion": "%s", "kind": "PodGroup", "metadata": {"name": "%s"}, "spec": %s}
            """
                .formatted(api, group, spec));
  }

  private void addPods(String metadata, String spec) throws IOException {
    for (int i = 0; i < 4; i++) {
      plane
          .api()
          .create(
              "/api/v1/namespaces/team/pods",
              """
              {"metadata": {%s "name": "train-%d"}, "spec": {%s
                "terminationGracePeriodSeconds": 0, "containers": [
                  {"name": "main", "image": "none", "resources": {
                    "limits": {"cpu": "1", "memory": "1Gi", "nvidia.com/gpu": "8"}}}]}}
              """
                  .formatted(metadata, i, spec));
    }
  }

  private void addPodsOfKubernetesGroup(String group) throws IOException {
    addPods("", "\"schedulingGroup\": {\"podGroupName\": \"" + group + "\"},");
  }

  private long placed() throws IOException {
    return endToEndCluster.placed("team", "train");
  }

  private boolean hasInformer(String counter, int times) throws IOException, InterruptedException {
    return schedulerProcesses
        .metrics()
        .contains(
            "plimsoll_informer_%s_total{resource=\"podgroups.scheduling.x-k8s.io\"} %d"
                .formatted(counter, times));
  }

  /** Three of four pods would fit; all of them do once a fourth node is there. */
  private void all_are_placed_together() throws Exception {
    Await.stays("none is placed", A_WHILE, () -> placed() == 0);
    endToEndCluster.addNode("d");
    Await.until("all four are placed", () -> placed() == 4);
  }

  @Test
  void a_definition_that_is_installed_while_the_extender_runs_makes_gangs_of_pods()
      throws Exception {
    startScheduler();
    plane.api().create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", DEFINITION);
    Await.until(
        "it is served", () -> plane.api().isThere("/apis/" + SCHEDULER_PLUGINS + "/podgroups"));
    Await.until("the extender has read groups", () -> hasInformer("lists", 1));
    addPodGroup(SCHEDULER_PLUGINS, "plugins", "{\"minMember\": 4}");
    Await.until("the extender knows the group", () -> hasInformer("events", 1));
    addPods("\"labels\": {\"scheduling.x-k8s.io/pod-group\": \"plugins\"},", "");

    Await.until(
        "all four wait",
        () -> endToEndCluster.waiting("team", "gang plugins waits until all") == 4);
    all_are_placed_together();
  }

  @Test
  void pods_of_a_group_of_kubernetes_that_is_not_there_yet_wait_for_it() throws Exception {
    startScheduler();
    addPodsOfKubernetesGroup("late");
    Await.until(
        "all wait for the group",
        () -> endToEndCluster.waiting("team", "gang late waits until its PodGroup") == 4);
    addPodGroup(KUBERNETES, "late", "{\"schedulingPolicy\": {\"gang\": {\"minCount\": 4}}}");

    all_are_placed_together();
  }

  @Test
  void where_the_scheduler_schedules_gangs_itself_theirs_waits_for_quota_too() throws Exception {
    startScheduler(GATES + ",GangScheduling=true");
    addPodGroup(KUBERNETES, "own", "{\"schedulingPolicy\": {\"gang\": {\"minCount\": 4}}}");
    endToEndCluster.addNode("d");
    endToEndCluster.addQuota("team", 32);
    Await.until("the quota is in force", () -> endToEndCluster.quotaIsInForce("team", 32));
    addPodsOfKubernetesGroup("own");
    endToEndCluster.setQuota("team", 24);

    Await.until("all four wait", () -> endToEndCluster.waiting("team", "gang own") > 0);
    Await.stays("none is placed", A_WHILE, () -> placed() == 0);
    endToEndCluster.setQuota("team", 32);
    Await.until("all four are placed", () -> placed() == 4);
  }
}
