package dev.plimsoll.bench.extender;

import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntToLongFunction;

/**
 * Measures how long held pods keep the extender busy: holding one more, a look at all of them, and
 * how long other decisions wait for it.
 */
public final class RequeueBenchmark {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  private static final ResourceName KEY = ResourceName.of("requests.nvidia.com/gpu");
  private static final int PODS = 10_000;
  private static final int NAMESPACES = 100;
  private static final int MOST = 40;

  /** Some time that has nothing to do with how long a look takes, in nanoseconds. */
  private static final long CALL_INTERVAL = 700_000;

  private RequeueBenchmark() {}

  /** Runs all measurements. */
  public static void main(String[] arguments) throws Exception {
    measure("4 shapes a namespace", i -> 2 + i / NAMESPACES % 4);
    measure("100 shapes a namespace, each its own", i -> 2 + i / NAMESPACES);
  }

  private static void measure(String shapes, IntToLongFunction gpus) throws Exception {
    List<Pod> pods = new ArrayList<>();
    ClusterBuilder builder = Cluster.builder(Instant.EPOCH).complete();
    for (int i = 0; i < NAMESPACES; i++) {
      builder.add(quota("team-" + i));
    }
    for (int i = 0; i < PODS; i++) {
      pods.add(pod("team-" + i % NAMESPACES, i, gpus.applyAsLong(i)));
    }
    pods.forEach(builder::add);
    Decisions decisions = new Decisions(builder.build(), ExtenderSettings.DEFAULT, Ticker.SYSTEM);
    pods.forEach(p -> hold(decisions, p));
    Latency held =
        Latency.of(
            PODS,
            PODS,
            number -> {
              long start = System.nanoTime();
              hold(decisions, pods.get(number % PODS));
              return System.nanoTime() - start;
            });
    Latency look =
        Latency.of(
            200,
            200,
            number -> {
              long start = System.nanoTime();
              boolean none = decisions.released(MOST).isEmpty();
              long took = System.nanoTime() - start;
              return none ? took : 0;
            });
    String what = String.format("10,000 held pods, %s: ", shapes);
    ExtenderBenchmark.row(
        what + "holding one again: p50, p99", "%.3f, %.3f ms", "", held.p50(), held.p99());
    ExtenderBenchmark.row(
        what + "a look at all, once a second: p50, p99",
        "%.2f, %.2f ms",
        "",
        look.p50(),
        look.p99());
    Latency during = duringLooks(decisions, pods);
    ExtenderBenchmark.row(
        what + "holding one again while one look follows the other: p50, p99",
        "%.3f, %.3f ms",
        "p99 2 ms",
        during.p50(),
        during.p99());
  }

  private static Latency duringLooks(Decisions decisions, List<Pod> pods) throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    Thread looking =
        new Thread(
            () -> {
              while (!isOver.get() && decisions.released(MOST).isEmpty()) {
                Thread.onSpinWait();
              }
            },
            "looking");
    looking.start();
    try {
      return Latency.of(
          0,
          PODS,
          number -> {
            long start = System.nanoTime();
            hold(decisions, pods.get(number % PODS));
            long took = System.nanoTime() - start;
            LockSupport.parkNanos(CALL_INTERVAL);
            return took;
          });
    } finally {
      isOver.set(true);
      looking.join();
    }
  }

  private static void hold(Decisions decisions, Pod pod) {
    if (decisions.filter(pod, 1, () -> List.of("node")).filtered().anyPasses(1)) {
      throw new IllegalStateException(pod.key() + " isn't held");
    }
  }

  private static ResourceQuota quota(String namespace) {
    Resources hard = Resources.of(KEY, Quantity.of(1));
    return new ResourceQuota(
        ObjectMeta.of(namespace, "gpus"),
        new ResourceQuotaSpec(hard, List.of(), List.of()),
        new ResourceQuotaStatus(hard, Resources.EMPTY));
  }

  private static Pod pod(String namespace, int number, long gpus) {
    Resources requests = Resources.of(GPU, Quantity.of(gpus));
    ObjectMeta metadata =
        ObjectMeta.of(namespace, "pod-" + number)
            .withUid("uid-" + number)
            .withCreationTimestamp(Optional.of(Instant.EPOCH.plusSeconds(number)));
    PodSpec spec =
        PodSpec.builder()
            .containers(
                List.of(
                    Container.of("main", new ResourceRequirements(requests, requests, List.of()))))
            .build();
    return new Pod(metadata, spec, PodStatus.builder().build());
  }
}
