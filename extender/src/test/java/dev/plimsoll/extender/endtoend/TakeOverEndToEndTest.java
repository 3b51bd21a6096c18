package dev.plimsoll.extender.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.Program;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two replicas as processes beside a real control plane, of which the one that leads ends in the
 * midst of scheduling: the other answers in time, and quota is never passed.
 */
@RealControlPlane
class TakeOverEndToEndTest {
  private static final Duration LEASE = Duration.ofSeconds(15);
  private static final int PODS = 12;
  private static final int QUOTA = 6;

  @TempDir Path folder = Path.of("");
  private ControlPlane plane;
  private EndToEndCluster cluster;
  private SchedulerProcesses scheduling;
  private ReplicatedService service;

  @BeforeEach
  void start() throws Exception {
    plane = ControlPlane.start(Files.createDirectory(folder.resolve("plane")));
    cluster = new EndToEndCluster(plane.api());
    cluster.addNamespace("plimsoll");
    cluster.addNamespace("team");
    cluster.addNode("a");
    cluster.addNode("b");
    cluster.addQuota("team", PODS);
    Await.until("the quota is in force", () -> cluster.quotaIsInForce("team", PODS));
    cluster.addPods("team", "pod", PODS, 1);
    cluster.setQuota("team", QUOTA);
    scheduling = new SchedulerProcesses(folder, plane);
    service = new ReplicatedService(scheduling.port());
    String configuration =
        "leaderElection: {leaderElect: true, leaseSeconds: %d}\ncluster: {kubeconfig: %s}\n"
            .formatted(LEASE.toSeconds(), plane.kubeconfig("admin"));
    service.start(folder, configuration);
    service.start(folder, configuration);
    Await.until("one is ready", () -> service.ready().isPresent());
    Await.until("both are warm", service::areWarm);
  }

  @AfterEach
  void stop() throws Exception {
    service.close();
    scheduling.close();
    plane.close();
  }

  /** Returns how long nobody was ready once the leader had ended, in the midst of its work. */
  private Duration takeOver(Consumer<Program> ends) throws Exception {
    ReplicatedService.Replica leader = service.ready().orElseThrow();
    scheduling.startScheduler(new SchedulerProcesses.Variant(true, false, false));
    Await.until("it has let some pods pass", () -> cluster.placed("team", "pod") > 0);
    service.remove(leader);
    long start = System.nanoTime();
    Thread ending = new Thread(() -> ends.accept(leader.program()), "ending");
    ending.start();
    while (service.ready().isEmpty()) {
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LEASE.multipliedBy(4));
      Thread.onSpinWait();
    }
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    ending.join();
    return took;
  }

  private void quotaIsKeptAndUsed() throws Exception {
    Await.until("what quota allows is placed", () -> cluster.placed("team", "pod") == QUOTA);
    Await.stays(
        "no more is placed", Duration.ofSeconds(5), () -> cluster.placed("team", "pod") == QUOTA);
    cluster.setQuota("team", PODS);
    Await.until("all are placed once it grows", () -> cluster.placed("team", "pod") == PODS);
  }

  @Test
  void the_other_replica_answers_within_three_seconds_of_a_leader_that_is_told_to_end()
      throws Exception {
    Duration took = takeOver(Program::close);
    System.out.println("take-over after SIGTERM: " + took.toMillis() + " ms");

    assertThat(took).isLessThan(Duration.ofSeconds(3));
    quotaIsKeptAndUsed();
  }

  @Test
  void the_other_replica_answers_within_two_seconds_of_the_end_of_a_killed_leaders_lease()
      throws Exception {
    Duration took = takeOver(Program::kill);
    System.out.println(
        "take-over after SIGKILL, with a lease of "
            + LEASE.toSeconds()
            + " s: "
            + took.toMillis()
            + " ms");

    assertThat(took).isLessThan(LEASE.plusSeconds(2));
    quotaIsKeptAndUsed();
  }
}
