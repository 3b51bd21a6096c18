package dev.plimsoll.stage.soak;

import dev.plimsoll.stage.cluster.Cluster;
import dev.plimsoll.stage.node.Container;
import dev.plimsoll.stage.node.ContainerProcess;
import dev.plimsoll.stage.node.RunningPod;
import dev.plimsoll.stage.node.Shell;
import dev.plimsoll.testkit.plane.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The faults in a cluster, one after the other. */
final class Faults {
  private static final Duration AWAY = Duration.ofSeconds(8);
  private static final Duration STALL = Duration.ofMillis(400);
  private static final Duration PROGRESS = Duration.ofMillis(100);

  private static final List<String> FAULTS =
      List.of(
          "killed",
          "stopped",
          "cut off",
          "token rotated",
          "certificate rotated",
          "disk full",
          "disk slow",
          "API server restarted",
          "history compacted");

  private final Cluster cluster;
  private final Random random;
  private final Map<String, Integer> made = new TreeMap<>();
  private int next;

  Faults(Cluster cluster, long seed) {
    this.cluster = cluster;
    this.random = new Random(seed);
  }

  /** Makes the next fault, and ends it again. */
  void step() throws Exception {
    List<RunningPod> pods =
        cluster.kubelet().running().stream().filter(Faults::hasProcess).toList();
    if (pods.isEmpty()) {
      return;
    }
    RunningPod pod = pods.get(random.nextInt(pods.size()));
    String fault = FAULTS.get(next++ % FAULTS.size());
    switch (fault) {
      case "killed" -> process(pod).kill();
      case "stopped" -> stop(process(pod));
      case "cut off" -> {
        pod.sandbox().connect(false);
        pause();
        pod.sandbox().connect(true);
      }
      case "token rotated" -> {
        for (RunningPod each : pods) {
          each.rotateTokens();
        }
      }
      case "certificate rotated" -> rotateCertificates();
      case "disk full" -> fill(pod);
      case "disk slow" -> slowDown();
      case "API server restarted" -> cluster.plane().restartApiServer(Faults::pauseQuietly);
      default -> compact(pod);
    }
    made.merge(fault, 1, Integer::sum);
  }

  /** A container that was killed has none until the kubelet starts it again. */
  private static boolean hasProcess(RunningPod pod) {
    return processes(pod).findFirst().isPresent();
  }

  private static ContainerProcess process(RunningPod pod) {
    return processes(pod).findFirst().orElseThrow();
  }

  private static Stream<ContainerProcess> processes(RunningPod pod) {
    return pod.containers().stream()
        .map(Container::process)
        .flatMap(it -> it.stream())
        .filter(ContainerProcess::isRunning);
  }

  private static void stop(ContainerProcess process) throws Exception {
    process.signal("STOP");
    pause();
    process.signal("CONT");
  }

  private static void fill(RunningPod pod) throws Exception {
    for (Path folder : pod.emptyDirs()) {
      Path file = folder.resolve("full");
      try {
        byte[] block = new byte[1 << 20];
        for (int i = 0; i < 100; i++) {
          Path unused =
              Files.write(file, block, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
      } catch (IOException e) {
        // The disk is full now.
        pause();
      }
      boolean unused = Files.deleteIfExists(file);
    }
  }

  /** The webhook's Secret loses its certificates, so that the leader has to make others. */
  private void rotateCertificates() throws IOException, InterruptedException {
    Shell.Output patched =
        cluster
            .kubectl()
            .run(
                "patch",
                "secret",
                "plimsoll-admission-ca",
                "-n",
                "plimsoll",
                "--type=merge",
                "--patch={\"data\": null}");
    if (!patched.isSuccess()) {
      throw new IOException(patched.output());
    }
  }

  /** Each write to etcd takes up to 0.4 s. */
  private void slowDown() throws IOException, InterruptedException {
    Instant end = Instant.now().plus(AWAY);
    while (Instant.now().isBefore(end)) {
      cluster.plane().stallStorage(true);
      Thread.sleep(STALL.toMillis());
      cluster.plane().stallStorage(false);
      Thread.sleep(PROGRESS.toMillis());
    }
  }

  /** A watch that was away longer than the history has to list again. */
  private void compact(RunningPod pod) throws Exception {
    pod.sandbox().connect(false);
    cluster.plane().compact();
    pause();
    pod.sandbox().connect(true);
  }

  private static void pause() throws InterruptedException {
    Instant end = Instant.now().plus(AWAY);
    while (Instant.now().isBefore(end)) {
      Await.pause();
    }
  }

  private static void pauseQuietly() {
    try {
      pause();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns how often each fault was made. */
  Map<String, Integer> made() {
    return Map.copyOf(made);
  }
}
