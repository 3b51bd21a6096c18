package dev.plimsoll.extender.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The short form of {@code bench/packing} through a real kube-scheduler: pods that come and go on
 * 20 nodes of 8 GPUs, 60 % of which they hold, and the nodes that stay whole.
 */
@RealControlPlane
class PackingEndToEndTest {
  private static final System.Logger LOG = System.getLogger(PackingEndToEndTest.class.getName());
  private static final int NODES = 20;
  private static final int FULL = 96;
  private static final int ENDED = 72;
  private static final int ROUNDS = 8;
  private static final long SEED = 1;

  /** kube-scheduler takes any of equal nodes: one whole node in half of the rounds may be luck. */
  private static final int CHANCE = ROUNDS / 2;

  private static final List<Integer> SIZES = List.of(1, 1, 1, 1, 1, 1, 2, 2, 4, 8);
  private static final String TEAM = "team";

  @TempDir private Path folder;

  /** A pod that runs. */
  private record Running(String name, int gpus) {}

  @Test
  void the_extender_keeps_as_many_nodes_whole_as_most_allocated_does() throws Exception {
    try (ControlPlane plane = ControlPlane.start(Files.createDirectory(folder.resolve("plane")))) {
      EndToEndCluster cluster = new EndToEndCluster(plane.api());
      cluster.addNamespace(TEAM);
      for (int i = 0; i < NODES; i++) {
        cluster.addNode("node-" + i);
      }
      cluster.allowAll("plimsoll-extender");

      int mostAllocated;
      try (SchedulerProcesses processes =
          new SchedulerProcesses(Files.createDirectory(folder.resolve("alone")), plane)) {
        processes.startMostAllocated();
        mostAllocated = wholeNodes(plane, cluster);
      }
      cluster.clear(List.of(TEAM));
      Await.until("all pods are gone", () -> cluster.gpusHeld().isEmpty());
      int plimsoll;
      try (SchedulerProcesses processes =
          new SchedulerProcesses(Files.createDirectory(folder.resolve("extended")), plane)) {
        processes.startExtender();
        processes.startScheduler(new SchedulerProcesses.Variant(true, false, false));
        plimsoll = wholeNodes(plane, cluster);
      }

      LOG.log(
          System.Logger.Level.INFO,
          "whole nodes, sum of {0} rounds: MostAllocated {1}, Plimsoll {2}",
          ROUNDS,
          mostAllocated,
          plimsoll);
      assertThat(plimsoll).isGreaterThanOrEqualTo(mostAllocated - CHANCE);
    }
  }

  /** Adds up the whole nodes after each round of pods that end and of others that come. */
  private static int wholeNodes(ControlPlane plane, EndToEndCluster cluster) throws Exception {
    Random random = new Random(SEED);
    List<Running> running = new ArrayList<>();
    int wholeNodes = 0;
    for (int round = 0; round < ROUNDS; round++) {
      while (gpus(running) > ENDED) {
        Running ended = running.remove(random.nextInt(running.size()));
        plane.api().delete("/api/v1/namespaces/" + TEAM + "/pods/" + ended.name() + "-0");
      }
      fill(cluster, running, random, "pod-" + round);
      Await.until("all pods are placed", () -> cluster.placed(TEAM, "pod") == running.size());
      wholeNodes += NODES - cluster.gpusHeld().size();
    }
    assertThat(cluster.noGpuIsPlacedTwice()).isTrue();
    return wholeNodes;
  }

  private static void fill(
      EndToEndCluster cluster, List<Running> running, Random random, String prefix)
      throws IOException {
    for (int i = 0; gpus(running) < FULL; i++) {
      Running next = new Running(prefix + "-" + i, SIZES.get(random.nextInt(SIZES.size())));
      cluster.addPods(TEAM, next.name(), 1, next.gpus());
      running.add(next);
    }
  }

  private static int gpus(List<Running> running) {
    return running.stream().mapToInt(Running::gpus).sum();
  }
}
