package dev.plimsoll.bench.idle;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.usage.DeviceUsage;
import dev.plimsoll.kubernetes.usage.IdleRule;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import dev.plimsoll.kubernetes.usage.MeasuredUsage.PodName;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Ends idle pods in drawn clusters, and looks whether the pods that are said to wait for their
 * devices are placed. First those are placed that get a node anyway, then the idle pod ends, and
 * then all others are tried in the order of kube-scheduler's queue.
 *
 * @param idle how many gaps with idle pods there are
 * @param named how many pods are said to wait for these
 * @param placed how many of them are placed once the idle pods are gone
 */
record WaitingCheck(int idle, int named, int placed) {
  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  private static final long GIB = 1L << 30;

  static WaitingCheck of(long seed, int clusters) {
    int idle = 0;
    int named = 0;
    int placed = 0;
    for (int i = 0; i < clusters; i++) {
      Simulation simulation =
          cluster(new Random(new SplittableRandom(seed * 7_919 + i).nextLong()));
      for (Finding finding : GapFinder.find(simulation)) {
        if (finding.gap().kind() == GapKind.IdleAllocated) {
          List<String> waiting = finding.waiting().stream().map(Pod::key).toList();
          idle++;
          named += waiting.size();
          placed +=
              (int) placedWithout(simulation, finding).stream().filter(waiting::contains).count();
        }
      }
    }
    return new WaitingCheck(idle, named, placed);
  }

  private static List<String> placedWithout(Simulation simulation, Finding finding) {
    Cluster cluster = simulation.cluster();
    Pod ended = cluster.find(Pod.class, "team", finding.gap().object().name()).orElseThrow();
    List<Pod> queue =
        cluster.list(Pod.class).stream()
            .filter(p -> !p.isBound())
            .sorted(
                Comparator.comparingInt((Pod p) -> -p.spec().priority().orElse(0))
                    .thenComparing(p -> p.metadata().creationTimestamp().orElse(NOW)))
            .toList();
    SimulationRun before = SimulationRun.place(of(cluster), queue);
    List<Pod> waiting =
        before.attempts().stream().filter(a -> !a.isPlaced()).map(Attempt::pod).toList();
    SimulationRun run = SimulationRun.place(of(before.after().cluster().without(ended)), waiting);
    return run.attempts().stream().filter(Attempt::isPlaced).map(a -> a.pod().key()).toList();
  }

  private static Simulation of(Cluster cluster) {
    return Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
  }

  /** Draws nodes that are full or nearly so, with idle and busy pods, and pods that wait. */
  private static Simulation cluster(Random random) {
    List<Pod> pods = new ArrayList<>();
    List<Node> nodes = new ArrayList<>();
    Map<PodName, DeviceUsage> usage = new HashMap<>();
    int count = 1 + random.nextInt(8);
    for (int n = 0; n < count; n++) {
      int gpus = random.nextBoolean() ? 8 : 4;
      String zone = random.nextBoolean() ? "a" : "b";
      nodes.add(node("node-" + n, gpus, zone));
      int free = gpus;
      for (int p = 0; free > 0; p++) {
        int takes = Math.min(free, 1 << random.nextInt(4));
        free -= takes;
        if (random.nextInt(12) > 0) {
          String name = "run-" + n + "-" + p;
          pods.add(pod(random, name, takes, "node-" + n));
          Optional<Instant> quiet =
              random.nextInt(3) == 0
                  ? Optional.of(NOW.minus(Duration.ofHours(1 + random.nextInt(20))))
                  : Optional.empty();
          usage.put(new PodName("team", name), new DeviceUsage(quiet, takes, NOW, 1440, 0));
        }
      }
    }
    int waiting = 1 + random.nextInt(10);
    for (int p = 0; p < waiting; p++) {
      pods.add(pod(random, "wait-" + p, 1 << random.nextInt(4), ""));
    }
    return of(
        Cluster.builder(NOW)
            .complete()
            .addAll(nodes)
            .addAll(pods)
            .build()
            .withUsage(new MeasuredUsage(IdleRule.DEFAULT, usage)));
  }

  private static Node node(String name, int gpus, String zone) {
    Resources has =
        Resources.builder()
            .put(ResourceName.CPU, Quantity.of(48))
            .put(ResourceName.MEMORY, Quantity.of(256 * GIB))
            .put(ResourceName.PODS, Quantity.of(110))
            .put(GPU, Quantity.of(gpus))
            .build();
    return new Node(
        ObjectMeta.builder()
            .name(name)
            .labels(Map.of("kubernetes.io/hostname", name, "zone", zone))
            .build(),
        false,
        List.of(),
        has,
        has,
        List.of(new Condition("Ready", "True", "KubeletReady", "")));
  }

  private static Pod pod(Random random, String name, int gpus, String node) {
    Resources requests =
        Resources.builder()
            .put(ResourceName.CPU, Quantity.of(gpus * (1L + random.nextInt(6))))
            .put(GPU, Quantity.of(gpus))
            .build();
    Map<String, String> selector =
        random.nextInt(4) == 0 && node.isEmpty()
            ? Map.of("zone", random.nextBoolean() ? "a" : "b")
            : Map.of();
    return new Pod(
        ObjectMeta.builder()
            .namespace("team")
            .name(name)
            .uid(name)
            .creationTimestamp(Optional.of(NOW.minus(Duration.ofMinutes(random.nextInt(5000)))))
            .build(),
        PodSpec.builder()
            .containers(
                List.of(
                    Container.of(
                        "main",
                        ResourceRequirements.of(
                            requests, requests.mask(ResourceName::isExtended)))))
            .priority(OptionalInt.of(random.nextInt(3)))
            .preemptionPolicy("Never")
            .nodeSelector(selector)
            .nodeName(node)
            .build(),
        PodStatus.PENDING.with(
            s ->
                s.phase(node.isEmpty() ? "Pending" : "Running")
                    .startTime(
                        node.isEmpty()
                            ? Optional.empty()
                            : Optional.of(NOW.minus(Duration.ofDays(2))))));
  }

  String text() {
    return named
        + " pods are said to wait for the devices of "
        + idle
        + " idle pods in drawn clusters; "
        + placed
        + " are placed without the idle pod";
  }

  /** Returns the share of the named pods that are placed. */
  double share() {
    return named == 0 ? Double.NaN : (double) placed / named;
  }
}
