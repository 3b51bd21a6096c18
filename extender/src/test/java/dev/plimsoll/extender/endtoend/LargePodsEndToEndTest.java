package dev.plimsoll.extender.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two tenants share two nodes of 8 GPUs. One has borrowed all of them in pods of one GPU, and has
 * another pod for each that ends, the oldest first; the other one's pod needs a whole node. The
 * scheduler spreads pods.
 */
@RealControlPlane
class LargePodsEndToEndTest {
  private static final List<String> NAMESPACES = List.of("east", "west");
  private static final int GPUS = 16;
  private static final int NODE = 8;

  @TempDir private Path folder;

  @Test
  void a_pod_that_needs_a_whole_node_runs_only_if_one_is_reserved_while_small_pods_come_and_go()
      throws Exception {
    waitsWhileSmallPodsComeAndGoUnlessNodesAreReserved(1);
  }

  @Test
  void a_gang_runs_only_if_nodes_are_reserved_while_small_pods_come_and_go() throws Exception {
    waitsWhileSmallPodsComeAndGoUnlessNodesAreReserved(2);
  }

  private void waitsWhileSmallPodsComeAndGoUnlessNodesAreReserved(int pods) throws Exception {
    try (ControlPlane plane = ControlPlane.start(Files.createDirectory(folder.resolve("plane")))) {
      EndToEndCluster cluster = new EndToEndCluster(plane.api());
      for (String namespace : NAMESPACES) {
        cluster.addNamespace(namespace);
      }
      for (int i = 0; i < 2 * pods; i++) {
        cluster.addNode("node-" + i);
      }
      cluster.allowAll("plimsoll-extender");

      int gpus = 2 * pods * NODE;
      assertThat(endsUntilTheyRun(plane, cluster, pods, "{mostPercent: 0}")).isEqualTo(2 * gpus);
      cluster.clear(NAMESPACES);
      Await.until("all pods are gone", () -> cluster.gpusHeld().isEmpty());
      assertThat(endsUntilTheyRun(plane, cluster, pods, "{afterSeconds: 1, mostPercent: 50}"))
          .isLessThanOrEqualTo(gpus / 2 + pods * NODE);
    }
  }

  @Test
  void a_pod_that_only_a_reservation_keeps_off_a_node_runs_soon_after_that_has_ended()
      throws Exception {
    try (ControlPlane plane = ControlPlane.start(Files.createDirectory(folder.resolve("plane")));
        SchedulerProcesses processes =
            new SchedulerProcesses(Files.createTempDirectory(folder, "scheduling"), plane)) {
      EndToEndCluster cluster = new EndToEndCluster(plane.api());
      for (String namespace : List.of("east", "west", "team")) {
        cluster.addNamespace(namespace);
      }
      cluster.addNode("a");
      cluster.addNode("b");
      cluster.allowAll("plimsoll-extender");
      processes.configureReservations("{afterSeconds: 1, mostPercent: 50}");
      processes.startExtender();
      processes.startScheduler(new SchedulerProcesses.Variant(true, false, false));
      cluster.addPods("east", "pod", GPUS - 1, 1);
      Await.until("one GPU is left", () -> cluster.placed("east", "pod") == GPUS - 1);
      cluster.addPods("west", "own", 1, NODE);
      Await.until(
          "its node is reserved",
          () -> processes.metrics().contains("plimsoll_reserved_nodes 1.0"));

      cluster.addPods("team", "small", 1, 1);
      Await.until("it is kept off", () -> cluster.waiting("team", "reserved for a large pod") == 1);
      assertThat(processes.console("/api/v1/held-pods"))
          .contains("reserved for a large pod of another tenant until");
      Await.until(
          "it is told", () -> cluster.events("team", "HeldOffReservedNodes").contains("small-0"));
      plane.api().delete("/api/v1/namespaces/west/pods/own-0");
      Await.until("it is requeued and placed", () -> cluster.placed("team", "small") == 1);
    }
  }

  /**
   * Returns how many pods ended until the owner ran, as one large pod or as a gang of pods that
   * each need a node; twice the number of GPUs if it never did.
   */
  private int endsUntilTheyRun(
      ControlPlane plane, EndToEndCluster cluster, int pods, String reservations) throws Exception {
    int gpus = 2 * pods * NODE;
    int most = 2 * gpus;
    Path data = Files.createTempDirectory(folder, "scheduling");
    try (SchedulerProcesses processes = new SchedulerProcesses(data, plane)) {
      processes.configureReservations(reservations);
      processes.startExtender();
      processes.startLeastAllocated();
      Deque<String> running = new ArrayDeque<>();
      cluster.addPods("east", "pod", gpus, 1);
      for (int i = 0; i < gpus; i++) {
        running.add("pod-" + i);
      }
      Await.until("all is lent", () -> cluster.placed("east", "pod") == gpus);
      if (pods == 1) {
        cluster.addPods("west", "own", 1, NODE);
      } else {
        cluster.addGang("west", "own", pods, NODE);
      }
      Await.until("the owner waits", () -> cluster.waiting("west", "Insufficient") == pods);
      boolean reserves = !reservations.contains("mostPercent: 0");
      Await.until(
          "a node is reserved, or none",
          () ->
              processes
                  .metrics()
                  .contains("plimsoll_reserved_nodes " + (reserves ? pods : 0) + ".0"));
      if (reserves) {
        assertThat(processes.console("/api/v1/reservations"))
            .contains("\"pod\":\"own-0\"", "\"requests\":{\"nvidia.com/gpu\":\"" + NODE + "\"}");
        Await.until(
            "the owner is told", () -> cluster.events("west", "NodeReserved").contains("own-0"));
      }
      int ends = 0;
      while (ends < most
          && cluster.gpusHeld().size() > pods
          && cluster.placed("west", "own") == 0) {
        plane.api().delete("/api/v1/namespaces/east/pods/" + running.remove());
        String next = "more-" + ends;
        cluster.addPods("east", next, 1, 1);
        running.add(next + "-0");
        ends++;
        int left = Math.max(gpus / 2, gpus - ends);
        Await.until(
            "it is used again, or the owner's",
            () -> cluster.placed("west", "own") > 0 || cluster.placed("east", "") == left);
      }
      if (ends < most) {
        Await.until("the owner runs on the node", () -> cluster.placed("west", "own") == pods);
      }
      assertThat(cluster.noGpuIsPlacedTwice()).isTrue();
      return ends;
    }
  }
}
