package dev.plimsoll.stage.soak;

import dev.plimsoll.stage.cluster.Cluster;
import dev.plimsoll.stage.node.Container;
import dev.plimsoll.stage.node.ContainerProcess;
import dev.plimsoll.stage.node.RunningPod;
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
    String fault =
        List.of(
                "killed",
                "stopped",
                "cut off",
                "token rotated",
                "disk full",
                "API server restarted",
                "history compacted")
            .get(next++ % 7);
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
      case "disk full" -> fill(pod);
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
