package dev.plimsoll.extender.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real pods, placed by a real kube-scheduler that asks this extender. Nothing leaves loopback. */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExtenderEndToEndTest {
  private static final List<String> NAMESPACES = List.of("team", "east", "west");
  private static final String QUOTA = "quota gpus has no requests.nvidia.com/gpu left";
  private static final Duration A_WHILE = Duration.ofSeconds(15);

  private Path folder = Path.of("");
  private ControlPlane plane;
  private EndToEndCluster endToEndCluster;
  private SchedulerProcesses schedulerProcesses;

  @BeforeAll
  void startControlPlane(@TempDir Path temporary) throws Exception {
    folder = temporary;
    Path data = Files.createDirectory(folder.resolve("plane"));
    plane = ControlPlane.start(data);
    endToEndCluster = new EndToEndCluster(plane.api());
    for (String namespace : NAMESPACES) {
      endToEndCluster.addNamespace(namespace);
    }
    endToEndCluster.addPriorityClass("high", 1000);
    endToEndCluster.addNode("a");
    endToEndCluster.addNode("b");
    allow("plimsoll-extender");
  }

  /** Gives the extender the very role that the manifests give it, and that to bind. */
  private void allow(String user) throws Exception {
    String roles = "/apis/rbac.authorization.k8s.io/v1/";
    for (JsonObject role :
        ManifestFiles.read(ManifestFiles.FOLDER.resolve("control-plane/role.yaml"))) {
      plane.api().create(roles + "clusterroles", role.toString());
    }
    plane
        .api()
        .create(
            roles + "clusterroles",
            """
            {"metadata": {"name": "binder"}, "rules": [
              {"apiGroups": [""], "resources": ["pods/binding"], "verbs": ["create"]}]}
            """);
    for (String role : List.of("plimsoll-extender", "plimsoll-extender-write", "binder")) {
      plane
          .api()
          .create(
              roles + "clusterrolebindings",
              """
              {"metadata": {"name": "%1$s-of-extender"},
               "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole",
                 "name": "%1$s"},
               "subjects": [{"kind": "User", "name": "%2$s"}]}
              """
                  .formatted(role, user));
    }
  }

  @AfterAll
  void stopControlPlane() {
    plane.close();
  }

  @BeforeEach
  void startExtender() throws Exception {
    schedulerProcesses =
        new SchedulerProcesses(Files.createTempDirectory(folder, "scheduling"), plane);
    schedulerProcesses.startExtender();
  }

  @AfterEach
  void no_gpu_is_ever_placed_twice() throws Exception {
    schedulerProcesses.close();
    boolean once = endToEndCluster.noGpuIsPlacedTwice();
    endToEndCluster.clear(NAMESPACES);
    Await.until("all pods are gone", () -> endToEndCluster.gpusHeld().isEmpty());
    assertThat(once).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void pods_beyond_a_lowered_quota_are_held_and_requeued_once_it_grows(boolean nodeCacheCapable)
      throws Exception {
    endToEndCluster.addQuota("team", 4);
    Await.until("the quota is in force", () -> endToEndCluster.quotaIsInForce("team", 4));
    endToEndCluster.addPods("team", "pod", 4, 1);
    endToEndCluster.setQuota("team", 2);

    schedulerProcesses.startScheduler(
        new SchedulerProcesses.Variant(nodeCacheCapable, false, false));

    Await.until(
        "two pods are placed and two held",
        () ->
            endToEndCluster.placed("team", "pod") == 2
                && endToEndCluster.waiting("team", QUOTA) == 2);
    endToEndCluster.setQuota("team", 4);
    Await.until("all are placed", () -> endToEndCluster.placed("team", "pod") == 4);
  }

  @Test
  void a_tenant_borrows_what_is_idle_and_waits_beyond_its_share_where_nothing_is()
      throws Exception {
    schedulerProcesses.startScheduler(new SchedulerProcesses.Variant(true, false, false));
    endToEndCluster.addPods("east", "idle", 6, 2);
    Await.until(
        "more than its share of 8 is lent", () -> endToEndCluster.placed("east", "idle") == 6);

    endToEndCluster.addPods("west", "own", 2, 2);
    Await.until("the rest is given to its owner", () -> endToEndCluster.placed("west", "own") == 2);
    endToEndCluster.addPods("east", "more", 1, 2);
    Await.until("the borrower waits", () -> endToEndCluster.waiting("east", "") == 1);

    plane.api().deleteAll("/api/v1/namespaces/west/pods");
    Await.until(
        "it is requeued when there is room", () -> endToEndCluster.placed("east", "more") == 1);
  }

  @Test
  void what_an_owner_waits_for_is_not_borrowed_again_when_it_ends() throws Exception {
    schedulerProcesses.startScheduler(new SchedulerProcesses.Variant(true, false, false));
    endToEndCluster.addPods("east", "lent", 16, 1);
    Await.until("all is lent", () -> endToEndCluster.placed("east", "lent") == 16);
    endToEndCluster.addPods("west", "own", 8, 1);
    Await.until("the owner waits", () -> endToEndCluster.waiting("west", "Insufficient") == 8);
    endToEndCluster.addPods("east", "more", 16, 1);
    for (int i = 0; i < 8; i++) {
      plane.api().delete("/api/v1/namespaces/east/pods/lent-" + i);
    }

    Await.until("the owner has its share", () -> endToEndCluster.placed("west", "own") == 8);
    assertThat(endToEndCluster.placed("east", "more")).isZero();
  }

  @Test
  void nobody_is_evicted_for_a_pod_that_quota_holds_back() throws Exception {
    schedulerProcesses.startScheduler(new SchedulerProcesses.Variant(true, false, false));
    endToEndCluster.addPods("east", "low", 8, 2);
    Await.until("all GPUs are taken", () -> endToEndCluster.placed("east", "low") == 8);
    endToEndCluster.addQuota("team", 2);
    Await.until("the quota is in force", () -> endToEndCluster.quotaIsInForce("team", 2));
    endToEndCluster.addGatedPod("team", "high-0", 2, "high");
    endToEndCluster.setQuota("team", 1);
    Await.until("less is allowed", () -> endToEndCluster.quotaIsInForce("team", 1));
    endToEndCluster.openGate("team", "high-0");

    Await.until("it is not placed", () -> endToEndCluster.waiting("team", "0/2 nodes") == 1);
    Await.until(
        "it is told why", () -> endToEndCluster.events("team", "HeldAtQuota").contains("high-0"));
    Await.stays("nobody is evicted", A_WHILE, () -> endToEndCluster.placed("east", "low") == 8);
    endToEndCluster.setQuota("team", 2);

    Await.until(
        "it is placed in the room of another once the quota has grown",
        () ->
            endToEndCluster.placed("team", "high") == 1
                && endToEndCluster.placed("east", "low") == 7);
    assertThat(endToEndCluster.nominated("team")).isEmpty();
  }

  @Test
  void pods_that_come_together_evict_no_more_than_their_quota_lets_be_placed() throws Exception {
    schedulerProcesses.startScheduler(new SchedulerProcesses.Variant(true, false, false));
    endToEndCluster.addPods("east", "low", 2, 8);
    Await.until("all GPUs are taken", () -> endToEndCluster.placed("east", "low") == 2);
    endToEndCluster.addQuota("team", 16);
    Await.until("the quota is in force", () -> endToEndCluster.quotaIsInForce("team", 16));
    endToEndCluster.addGatedPod("team", "high-0", 8, "high");
    endToEndCluster.addGatedPod("team", "high-1", 8, "high");
    endToEndCluster.setQuota("team", 8);
    Await.until("less is allowed", () -> endToEndCluster.quotaIsInForce("team", 8));
    endToEndCluster.openGate("team", "high-0");
    endToEndCluster.openGate("team", "high-1");

    Await.until("one is placed", () -> endToEndCluster.placed("team", "high") == 1);
    Await.stays(
        "nobody is evicted for the other, nor is room kept for it",
        A_WHILE,
        () ->
            endToEndCluster.placed("east", "low") == 1
                && endToEndCluster.placed("team", "high") == 1
                && endToEndCluster.nominated("team").isEmpty());
  }

  @Test
  void where_the_scheduler_ignores_gpus_a_pod_without_room_waits_without_an_error()
      throws Exception {
    schedulerProcesses.stopExtender();
    schedulerProcesses.configure("nvidia.com/gpu");
    schedulerProcesses.startExtender();
    schedulerProcesses.startScheduler(new SchedulerProcesses.Variant(true, false, true, true));
    endToEndCluster.addPods("east", "low", 2, 8);
    Await.until("all GPUs are taken", () -> endToEndCluster.placed("east", "low") == 2);
    endToEndCluster.addPods("team", "high", 1, 8, "high");

    Await.until(
        "the scheduler says what is lacking, and that evictions don't help",
        () ->
            endToEndCluster.waiting("team", "2 Insufficient nvidia.com/gpu") == 1
                && endToEndCluster.waiting("team", "2 Preemption is not helpful") == 1);
  }

  @Test
  void a_gang_of_which_one_pod_does_not_fit_waits_whole_and_runs_whole_when_a_node_is_added()
      throws Exception {
    endToEndCluster.addNode("c");
    schedulerProcesses.startScheduler(new SchedulerProcesses.Variant(true, false, false));
    endToEndCluster.addGang("team", "gang", 4, 8);

    Await.until(
        "all four wait, though three would fit",
        () -> endToEndCluster.waiting("team", "gang gang waits") == 4);
    Await.stays("none is placed", A_WHILE, () -> endToEndCluster.placed("team", "gang") == 0);
    endToEndCluster.addNode("d");
    Await.until("all four are placed", () -> endToEndCluster.placed("team", "gang") == 4);

    endToEndCluster.clear(NAMESPACES);
    endToEndCluster.removeNode("c");
    endToEndCluster.removeNode("d");
  }

  @Test
  void the_extender_binds_where_it_is_told_to() throws Exception {
    schedulerProcesses.startScheduler(new SchedulerProcesses.Variant(true, false, true));
    endToEndCluster.addPods("team", "pod", 8, 2);

    Await.until("all are placed", () -> endToEndCluster.placed("team", "pod") == 8);
    assertThat(schedulerProcesses.metrics())
        .contains("plimsoll_extender_decisions_total{reason=\"bound\",verb=\"bind\"} 8.0");
  }

  @Test
  void an_ignorable_extender_may_be_killed_under_load() throws Exception {
    schedulerProcesses.startScheduler(new SchedulerProcesses.Variant(true, true, false));
    endToEndCluster.addPods("team", "before", 4, 1);
    schedulerProcesses.stopExtender();
    endToEndCluster.addPods("team", "without", 4, 1);

    Await.until(
        "all are placed without it",
        () ->
            endToEndCluster.placed("team", "before") == 4
                && endToEndCluster.placed("team", "without") == 4);
    schedulerProcesses.startExtender();
    endToEndCluster.addPods("team", "after", 4, 1);
    Await.until("it is asked again", () -> endToEndCluster.placed("team", "after") == 4);
    assertThat(schedulerProcesses.metrics()).contains("reason=\"passed\",verb=\"filter\"");
  }

  @Test
  void scheduling_waits_for_an_extender_that_is_not_ignorable() throws Exception {
    schedulerProcesses.startScheduler(new SchedulerProcesses.Variant(true, false, false));
    endToEndCluster.addPods("team", "before", 4, 1);
    Await.until("they are placed", () -> endToEndCluster.placed("team", "before") == 4);
    schedulerProcesses.stopExtender();
    endToEndCluster.addPods("team", "during", 12, 1);

    Await.stays("none is placed", A_WHILE, () -> endToEndCluster.placed("team", "during") == 0);
    schedulerProcesses.requireRunning();
    schedulerProcesses.startExtender();

    Await.until("all are placed", () -> endToEndCluster.placed("team", "during") == 12);
  }
}
