package dev.plimsoll.bench.when;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.file.Unlisted;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.lifetime.LifetimeHistory;
import dev.plimsoll.model.start.StartEstimate;
import dev.plimsoll.model.start.StartEstimator;
import dev.plimsoll.model.start.StartQuestion;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.whatif.Simulation;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Measures how long answers about a large cluster take. Arguments: the dump, the number of rounds,
 * and the seconds that {@code plimsoll} took to read the dump and to answer {@code when}.
 */
public final class SpeedBenchmark {
  private static final int PODS = 9;

  private final Cluster cluster;
  private final List<CapacityPolicy> policies;
  private final List<Pod> waiting;

  /** The wall time and the CPU time of a call. */
  private record Spent(double wallMillis, double cpuMillis) {}

  private SpeedBenchmark(Cluster cluster, List<CapacityPolicy> policies) {
    this.cluster = cluster;
    this.policies = policies;
    this.waiting =
        cluster.list(Pod.class).stream()
            .filter(p -> !p.isBound() && !p.isTerminal())
            .sorted(
                Comparator.comparingInt((Pod p) -> -p.spec().priority().orElse(0))
                    .thenComparing(p -> p.metadata().creationTimestamp().orElseThrow()))
            .toList();
  }

  /** Runs the measurement. */
  public static void main(String[] args) {
    try {
      List<CapacityPolicy> policies = new ArrayList<>();
      Cluster cluster =
          SnapshotReader.read(
              List.of(Path.of(args[0])),
              Unlisted.NONEXISTENT,
              read -> {},
              p -> policies.add(PolicyFile.of(p, "the dump's CapacityPolicy").policy()));
      new SpeedBenchmark(cluster, policies)
          .print(
              Integer.parseInt(args[1]), Double.parseDouble(args[2]), Double.parseDouble(args[3]));
    } catch (InputException e) {
      System.err.println("bench/when/speed: " + e.getMessage());
      System.exit(2);
    }
  }

  private void print(int rounds, double reading, double whole) {
    // The duty of the console has the service's lowest priority, and so have its answers.
    Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
    Pod last = waiting.get(waiting.size() - 1);
    measured(() -> estimator().estimate(last));
    List<Spent> preparing = new ArrayList<>();
    List<Spent> one = new ArrayList<>();
    List<Spent> further = new ArrayList<>();
    List<Spent> all = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      StartEstimator estimator = estimator();
      preparing.add(measured(() -> estimator.estimates(List.of())));
      one.add(measured(() -> estimator.estimate(last)));
      for (int i = 0; i < PODS; i++) {
        Pod pod = waiting.get((int) ((i + 0.5) * waiting.size() / PODS));
        further.add(measured(() -> estimator.estimate(pod)));
      }
      all.add(measured(() -> estimator().estimates(waiting)));
    }
    List<StartEstimate> estimates = estimator().estimates(waiting);
    long timed = estimates.stream().filter(e -> e.likely().isPresent()).count();
    System.out.printf(
        "%d nodes, %d pods, %d waiting, %d of them with an estimated time; medians of %d rounds%n",
        cluster.nodes().size(),
        cluster.list(Pod.class).size(),
        waiting.size(),
        timed,
        rounds);
    System.out.println("| what | wall, ms | CPU of the thread, ms |");
    System.out.println("|---|---|---|");
    row("what all answers of a cluster state share", preparing);
    row("the pod of the last place from that state", one);
    row("any further pod", further);
    row("all that wait, with what they share", all);
    System.out.printf(
        Locale.ROOT,
        "{\"prepareMs\":%.0f,\"oneMs\":%.0f,\"oneCpuMs\":%.0f,\"furtherMs\":%.0f,\"allMs\":%.0f,"
            + "\"allCpuMs\":%.0f,\"cliReadingS\":%.1f,\"cliBeyondReadingS\":%.1f}%n",
        median(preparing).wallMillis(),
        median(one).wallMillis(),
        median(one).cpuMillis(),
        median(further).wallMillis(),
        median(all).wallMillis(),
        median(all).cpuMillis(),
        reading,
        whole - reading);
  }

  private StartEstimator estimator() {
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    return StartEstimator.of(
        StartQuestion.of(
            simulation,
            DefaultPlugins.scheduler(),
            policies,
            LifetimeHistory.of(cluster, StartQuestion.tenants(cluster, policies)),
            cluster.asOf()));
  }

  private static Spent measured(Supplier<?> call) {
    long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    long start = System.nanoTime();
    java.util.Objects.requireNonNull(call.get());
    return new Spent(
        (System.nanoTime() - start) / 1e6,
        (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu) / 1e6);
  }

  private static Spent median(List<Spent> spent) {
    return new Spent(
        middle(spent.stream().map(Spent::wallMillis).sorted().toList()),
        middle(spent.stream().map(Spent::cpuMillis).sorted().toList()));
  }

  private static double middle(List<Double> sorted) {
    return sorted.get(sorted.size() / 2);
  }

  private static void row(String what, List<Spent> spent) {
    System.out.printf(
        Locale.ROOT,
        "| %s | %.0f | %.0f |%n",
        what,
        median(spent).wallMillis(),
        median(spent).cpuMillis());
  }
}
