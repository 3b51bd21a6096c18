package dev.plimsoll.extender.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Gangs that must be within one rack, on a real control plane with the shipped rights. Four racks
 * have four nodes of 8 GPUs each. The name of a node begins with the name of its rack.
 */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DomainsEndToEndTest {
  private static final List<String> RACKS = List.of("r1", "r2", "r3", "r4");
  private static final List<String> NAMESPACES = List.of("east", "west", "team");
  private static final int NODES = 4;
  private static final int NODE = 8;
  private static final Duration A_WHILE = Duration.ofSeconds(15);
  private static final int ROUNDS = Integer.getInteger("plimsoll.domains.rounds", 12);

  private Path folder = Path.of("");
  private ControlPlane plane;
  private EndToEndCluster cluster;
  private SchedulerProcesses processes;

  @BeforeAll
  void startControlPlane(@TempDir Path temporary) throws Exception {
    folder = temporary;
    plane = ControlPlane.start(Files.createDirectory(folder.resolve("plane")));
    cluster = new EndToEndCluster(plane.api());
    for (String namespace : NAMESPACES) {
      cluster.addNamespace(namespace);
    }
    cluster.addClusterRoles("control-plane/role.yaml");
    cluster.allow("plimsoll-extender", "plimsoll-extender");
    cluster.allow("plimsoll-extender", "plimsoll-extender-write");
  }

  @AfterAll
  void stopControlPlane() {
    plane.close();
  }

  @BeforeEach
  void startExtender() throws Exception {
    for (String rack : RACKS) {
      for (int i = 0; i < NODES; i++) {
        cluster.addNodeInRack(rack + "-" + i, rack);
      }
    }
    processes = new SchedulerProcesses(Files.createTempDirectory(folder, "scheduling"), plane);
  }

  @AfterEach
  void no_gpu_is_ever_placed_twice() throws Exception {
    processes.close();
    boolean once = cluster.noGpuIsPlacedTwice();
    cluster.clear(NAMESPACES);
    plane.api().deleteAll("/api/v1/nodes");
    Await.until("all pods are gone", () -> cluster.gpusHeld().isEmpty());
    assertThat(once).isTrue();
  }

  private void start() throws Exception {
    processes.startExtender();
    processes.startScheduler(new SchedulerProcesses.Variant(true, false, false));
  }

  /** Fills nodes of a rack up, from the last. */
  private void fill(String rack, int nodes) throws IOException {
    for (int i = NODES - nodes; i < NODES; i++) {
      cluster.addPodOn("team", "full-" + rack + "-" + i, NODE, rack + "-" + i);
    }
  }

  private void end(String pod) throws IOException {
    plane.api().delete("/api/v1/namespaces/team/pods/" + pod);
  }

  private Set<String> racks(String namespace, String gang) throws IOException {
    return cluster.nodes(namespace, gang).stream()
        .map(n -> n.replaceAll("-.*", ""))
        .collect(Collectors.toSet());
  }

  @Test
  void a_gang_waits_while_only_two_racks_together_take_it_and_then_is_in_one() throws Exception {
    fill("r1", 1);
    fill("r2", 1);
    fill("r3", NODES);
    fill("r4", NODES);
    start();
    cluster.addGangWithin("east", "train", NODES, NODE, "rack");

    Await.until(
        "all are told", () -> cluster.waiting("east", "can be placed in one domain") == NODES);
    Await.stays("none is placed", A_WHILE, () -> cluster.placed("east", "train") == 0);
    end("full-r2-3");
    Await.until("all are placed", () -> cluster.placed("east", "train") == NODES);
    assertThat(racks("east", "train")).containsExactly("r2");
  }

  @Test
  void a_gang_takes_the_fullest_rack_that_has_room_for_it() throws Exception {
    fill("r1", 1);
    fill("r3", 2);
    fill("r4", 3);
    start();
    cluster.addGangWithin("east", "two", 2, NODE, "topology.kubernetes.io/rack");
    Await.until("both are placed", () -> cluster.placed("east", "two") == 2);
    assertThat(racks("east", "two")).containsExactly("r3");
    cluster.addGangWithin("west", "four", 4, NODE, "rack");
    Await.until("all are placed", () -> cluster.placed("west", "four") == 4);
    assertThat(racks("west", "four")).containsExactly("r2");
  }

  @Test
  void a_rack_that_loses_a_node_by_a_label_takes_no_gang_that_needs_all_its_nodes()
      throws Exception {
    fill("r1", 1);
    fill("r2", 1);
    fill("r3", NODES);
    fill("r4", NODES);
    start();
    cluster.addGangWithin("east", "train", NODES, NODE, "rack");
    Await.until(
        "all are told", () -> cluster.waiting("east", "can be placed in one domain") == NODES);
    cluster.moveToRack("r1-0", "r4");
    end("full-r1-3");
    Await.stays("none is placed", A_WHILE, () -> cluster.placed("east", "train") == 0);
    cluster.moveToRack("r1-0", "r1");
    Await.until("all are placed", () -> cluster.placed("east", "train") == NODES);
    assertThat(racks("east", "train")).containsExactly("r1");
  }

  /** Two other gangs and two single pods leave three whole nodes of some rack at any time. */
  @Test
  void gangs_that_come_and_go_beside_single_pods_are_always_in_one_rack_and_all_run()
      throws Exception {
    start();
    Random random = new Random(35);
    Deque<String> gangs = new ArrayDeque<>();
    for (int round = 0; round < ROUNDS; round++) {
      String gang = "gang" + round + "x";
      int size = 2 + random.nextInt(NODES - 2);
      int gpus = 1 << (1 + random.nextInt(3));
      cluster.addPods("west", "single" + round + "x", 1, 1 << random.nextInt(3));
      cluster.addGangWithin("east", gang, size, gpus, "rack");
      gangs.add(gang);
      while (gangs.size() > 3) {
        endGang(gangs.remove());
      }
      Await.until("gang " + gang + " runs", () -> cluster.placed("east", gang) == size);
      assertThat(racks("east", gang)).hasSize(1);
      if (round % 2 == 1) {
        plane.api().deleteAll("/api/v1/namespaces/west/pods");
      }
    }
  }

  private void endGang(String gang) throws IOException {
    for (int i = 0; i < NODES; i++) {
      if (plane.api().isThere("/api/v1/namespaces/east/pods/" + gang + "-" + i)) {
        plane.api().delete("/api/v1/namespaces/east/pods/" + gang + "-" + i);
      }
    }
  }
}
