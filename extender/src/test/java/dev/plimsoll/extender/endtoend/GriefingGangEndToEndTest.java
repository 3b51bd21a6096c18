package dev.plimsoll.extender.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A gang of twice its tenant's share waits for a claim that was deleted, so that it never binds a
 * pod. Owners create a pod within their share every five seconds. By the bounds in Gangs the gang
 * has turns of 60 s after waits of 60, 120, 240 … s: the first minutes are its worst.
 */
@RealControlPlane
class GriefingGangEndToEndTest {
  private static final Duration TIME =
      Duration.ofSeconds(Integer.getInteger("plimsoll.griefing.seconds", 150));
  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final List<String> NODES = List.of("a", "b", "c", "d");
  private static final int NODE = 8;

  @TempDir private Path folder;

  @Test
  void a_gang_that_never_binds_costs_owners_no_more_than_a_minute_in_an_hour() throws Exception {
    try (ControlPlane plane = ControlPlane.start(Files.createDirectory(folder.resolve("plane")));
        SchedulerProcesses processes =
            new SchedulerProcesses(Files.createTempDirectory(folder, "scheduling"), plane)) {
      EndToEndCluster cluster = new EndToEndCluster(plane.api());
      for (String namespace : List.of("east", "west", "team")) {
        cluster.addNamespace(namespace);
      }
      for (String node : NODES) {
        cluster.addNode(node);
      }
      cluster.allowAll("plimsoll-extender");
      processes.startExtender();
      processes.startScheduler(new SchedulerProcesses.Variant(true, false, false));
      int full = NODES.size() - 1;
      cluster.addPods("team", "full", full, NODE);
      Await.until("one node is free", () -> cluster.placed("team", "full") == full);
      addBoundClaim(plane.api());
      cluster.addGangWithClaim("west", "gang", NODES.size(), NODE, "data");
      Await.until("the gang is held", () -> cluster.waiting("west", "gang gang waits until") > 0);
      plane.api().delete("/api/v1/namespaces/west/persistentvolumeclaims/data");
      plane.api().deleteAll("/api/v1/namespaces/team/pods");
      Await.until(
          "nodes are reserved for the gang",
          () -> processes.console("/api/v1/held-pods").contains("nodes are reserved for all"));

      List<Duration> waits = new ArrayList<>();
      int turns = 1;
      long end = System.nanoTime() + TIME.toNanos();
      while (System.nanoTime() < end) {
        waits.add(reservedWait(plane.api(), cluster, "own" + waits.size()));
        turns += hasTurn(processes) ? 1 : 0;
      }

      Duration all = waits.stream().reduce(Duration.ZERO, Duration::plus);
      System.out.println(
          "%d owners' pods waited %s for %d turns in %s, at most %s each"
              .formatted(waits.size(), all, turns, TIME, Collections.max(waits)));
      assertThat(turns).isGreaterThan(1);
      assertThat(cluster.placed("west", "gang")).isZero();
      assertThat(all).isLessThanOrEqualTo(Duration.ofMinutes(1));
    }
  }

  /** Returns whether nodes are reserved for the gang within the pause before the next pod. */
  private static boolean hasTurn(SchedulerProcesses processes) throws Exception {
    long end = System.nanoTime() + PAUSE.toNanos();
    boolean isReserved = false;
    while (System.nanoTime() < end) {
      isReserved |= processes.console("/api/v1/held-pods").contains("nodes are reserved for all");
      Await.pause();
    }
    return isReserved;
  }

  /** Returns how long an owner's pod is rejected because of the gang. */
  private static Duration reservedWait(AdminApi api, EndToEndCluster cluster, String name)
      throws Exception {
    cluster.addPods("east", name, 1, NODE);
    long reserved = 0;
    long last = System.nanoTime();
    while (cluster.placed("east", name) == 0) {
      long now = System.nanoTime();
      reserved += cluster.waiting("east", "reserved for a gang") > 0 ? now - last : 0;
      last = now;
      Await.pause();
    }
    api.delete("/api/v1/namespaces/east/pods/" + name + "-0");
    Await.until("the pod is gone", () -> cluster.pods("east").isEmpty());
    return Duration.ofNanos(reserved);
  }

  /** Adds a claim that is bound to a volume, as a controller would. */
  private static void addBoundClaim(AdminApi api) throws IOException {
    api.create(
        "/api/v1/persistentvolumes",
        """
        {"metadata": {"name": "data"}, "spec": {
          "capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteMany"],
          "hostPath": {"path": "/data"},
          "claimRef": {"namespace": "west", "name": "data"}}}
        """);
    api.create(
        "/api/v1/namespaces/west/persistentvolumeclaims",
        """
        {"metadata": {"name": "data",
           "annotations": {"pv.kubernetes.io/bind-completed": "yes"}}, "spec": {
          "accessModes": ["ReadWriteMany"], "volumeName": "data", "storageClassName": "",
          "resources": {"requests": {"storage": "1Gi"}}}}
        """);
    api.patch(
        "/api/v1/namespaces/west/persistentvolumeclaims/data/status",
        "{\"status\":{\"phase\":\"Bound\"}}");
  }
}
