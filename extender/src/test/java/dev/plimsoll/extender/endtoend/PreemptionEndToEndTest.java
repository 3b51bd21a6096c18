package dev.plimsoll.extender.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two tenants share two nodes of 8 GPUs evenly. One has borrowed all GPUs in pods of one GPU. The
 * other one creates more pods of a higher priority at once than its share takes: of these as many
 * pods run as the share takes.
 *
 * <p>Several pods preempt at once, and all borrowed pods started within a second or two.
 * kube-scheduler alone then evicts a pod too many now and then. With the extender it evicts none.
 */
@RealControlPlane
class PreemptionEndToEndTest {
  private static final List<String> NAMESPACES = List.of("east", "west");
  private static final int ROUNDS = Integer.getInteger("plimsoll.preemption.rounds", 5);
  private static final int GPUS = 16;
  private static final int SHARE = GPUS / 2;
  private static final RunInterval A_MOMENT = RunInterval.every(Duration.ofMillis(500));
  private static final int[] SIZES = {2, 4, 8};

  @TempDir private Path folder;
  private final Random random = new Random(27);

  @Test
  void an_owner_gets_its_share_and_no_pod_is_evicted_in_vain() throws Exception {
    try (ControlPlane plane = ControlPlane.start(Files.createDirectory(folder.resolve("plane")));
        SchedulerProcesses processes =
            new SchedulerProcesses(Files.createTempDirectory(folder, "scheduling"), plane)) {
      EndToEndCluster cluster = new EndToEndCluster(plane.api());
      for (String namespace : NAMESPACES) {
        cluster.addNamespace(namespace);
      }
      cluster.addPriorityClass("high", 1000);
      cluster.addNode("a");
      cluster.addNode("b");
      cluster.allowAll("plimsoll-extender");
      processes.startExtender();
      processes.startScheduler(new SchedulerProcesses.Variant(true, false, false));
      long needless = 0;
      PeriodicTask kubelet =
          PeriodicTask.start("kubelet", A_MOMENT, () -> cluster.endDeletedPods("west"));
      try {
        for (int round = 0; round < ROUNDS; round++) {
          needless += needlessEvictions(cluster);
          cluster.clear(NAMESPACES);
          Await.until("all pods are gone", () -> cluster.gpusHeld().isEmpty());
        }
      } finally {
        kubelet.close();
      }
      System.out.println(needless + " needless evictions in " + ROUNDS + " rounds");
      assertThat(needless).isZero();
    }
  }

  /** Returns how many more GPUs a round takes from the borrower than the owner's pods get. */
  private long needlessEvictions(EndToEndCluster cluster) throws Exception {
    int size = SIZES[random.nextInt(SIZES.length)];
    int fitting = SHARE / size;
    cluster.addLastingPods("west", "borrowed", GPUS, 1);
    Await.until("all is lent", () -> cluster.placed("west", "borrowed") == GPUS);
    cluster.addPods("east", "own", fitting + 1 + random.nextInt(3), size, "high");
    Await.until("the owner has its share", () -> cluster.placed("east", "own") == fitting);
    Await.stays(
        "the owner has no more than its share",
        Duration.ofSeconds(3),
        () -> cluster.placed("east", "own") == fitting);
    assertThat(cluster.noGpuIsPlacedTwice()).isTrue();
    long needless = GPUS - cluster.staying("west") - (long) fitting * size;
    if (needless > 0) {
      System.out.println(needless + " needless evictions for pods of " + size + " GPUs: ");
      System.out.println("  evicted: " + cluster.notes("west", "Preempted"));
      System.out.println("  own pods: " + cluster.pods("east"));
    }
    return needless;
  }
}
