package dev.plimsoll.server.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Leaders give their Lease back at any moment, in the midst of a renewal too. {@code
 * -Dplimsoll.takeovers} says how often, and {@code -Dplimsoll.seed} when.
 */
@RealControlPlane
class ReleasedLeaseEndToEndTest {
  private static final LeaderElectionSettings SETTINGS =
      new LeaderElectionSettings(true, "default", "released", Duration.ofSeconds(15));

  @TempDir Path folder;
  private final int takeOvers = Integer.getInteger("plimsoll.takeovers", 10);
  private final Random random = new Random(Long.getLong("plimsoll.seed", 1));

  @Test
  void another_replica_leads_long_before_the_lease_expires() throws Exception {
    List<Long> millis = new ArrayList<>();
    try (ControlPlane plane = ControlPlane.start(folder);
        Connection connection =
            Connection.open(
                new ClusterAccess(Optional.of(plane.kubeconfig("admin")), Optional.empty()))) {
      Deque<LeaderElection> replicas = new ArrayDeque<>();
      replicas.add(LeaderElection.start(SETTINGS, connection, "replica-0"));
      Await.until("one leads", replicas.getFirst()::isLeader);
      for (int i = 1; i <= takeOvers; i++) {
        replicas.add(LeaderElection.start(SETTINGS, connection, "replica-" + i));
        TimeUnit.MILLISECONDS.sleep(500 + random.nextInt(1500));
        millis.add(takeOver(replicas.remove(), replicas.getFirst()));
      }
      replicas.remove().close();
    }
    System.out.printf(
        "take-overs: %d of %d within a second, slowest %d ms%n",
        millis.stream().filter(it -> it <= 1000).count(),
        takeOvers,
        millis.stream().mapToLong(it -> it).max().orElse(0));

    assertThat(millis).allMatch(it -> it < SETTINGS.leaseDuration().dividedBy(3).toMillis());
  }

  private static long takeOver(LeaderElection leader, LeaderElection other) throws Exception {
    long start = System.nanoTime();
    leader.close();
    Await.until("the other leads", other::isLeader);
    return Duration.ofNanos(System.nanoTime() - start).toMillis();
  }
}
