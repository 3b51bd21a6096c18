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
 * and the seconds of wall and CPU time that {@code plimsoll} took to read the dump, to answer
 * {@code when} about one pod, and about all.
 */
public final class SpeedBenchmark {
  private static final int PODS = 9;

  private final Cluster cluster;
  private final List<CapacityPolicy> policies;
  private final List<Pod> waiting;
  private long timed;

  /** The wall time and the CPU time of a call. */
  private record Spent(double wallMillis, double cpuMillis) {
    Spent minus(Spent other) {
      return new Spent(wallMillis - other.wallMillis, cpuMillis - other.cpuMillis);
    }
  }

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
              Integer.parseInt(args[1]),
              ofCommand(args[2]),
              ofCommand(args[3]),
              ofCommand(args[4]));
    } catch (InputException e) {
      System.err.println("bench/when/speed: " + e.getMessage());
      System.exit(2);
    }
  }

  private static Spent ofCommand(String seconds) {
    int space = seconds.indexOf(' ');
    return new Spent(
        1000 * Double.parseDouble(seconds.substring(0, space)),
        1000 * Double.parseDouble(seconds.substring(space + 1)));
  }

  @SuppressWarnings("ThreadPriorityCheck") // The service answers at this priority.
  private void print(int rounds, Spent reading, Spent ofOne, Spent ofAll) {
    Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
    Pod last = waiting.get(waiting.size() - 1);
    Spent unused = measured(() -> estimator().estimate(last));
    // The code is compiled by now; each round starts from a cluster that nothing is known of.
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
      all.add(measured(this::answerAll));
    }
    System.out.printf(
        "%d nodes, %d pods, %d waiting, %d of them with an estimated time; medians of %d rounds%n",
        cluster.nodes().size(), cluster.list(Pod.class).size(), waiting.size(), timed, rounds);
    System.out.println("| what | wall, ms | CPU, ms |");
    System.out.println("|---|---|---|");
    row("what all answers of a cluster state share", median(preparing));
    row("the pod of the last place from that state", median(one));
    row("any further pod from that state", median(further));
    row("all that wait, with what they share", median(all));
    row("`plimsoll` reads the dump", reading);
    row("`plimsoll when` about one pod, beyond reading", ofOne.minus(reading));
    row("`plimsoll when` about all, beyond reading", ofAll.minus(reading));
    System.out.printf(
        Locale.ROOT,
        "{\"prepareMs\":%.0f,\"lastMs\":%.0f,\"lastCpuMs\":%.0f,\"furtherMs\":%.0f,"
            + "\"furtherCpuMs\":%.0f,\"allMs\":%.0f,\"allCpuMs\":%.0f,"
            + "\"cliOneBeyondReadingMs\":%.0f,\"cliAllBeyondReadingMs\":%.0f}%n",
        median(preparing).wallMillis(),
        median(one).wallMillis(),
        median(one).cpuMillis(),
        median(further).wallMillis(),
        median(further).cpuMillis(),
        median(all).wallMillis(),
        median(all).cpuMillis(),
        ofOne.minus(reading).wallMillis(),
        ofAll.minus(reading).wallMillis());
  }

  private List<StartEstimate> answerAll() {
    List<StartEstimate> estimates = estimator().estimates(waiting);
    timed = estimates.stream().filter(e -> e.likely().isPresent()).count();
    return estimates;
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

  private static void row(String what, Spent spent) {
    System.out.printf(
        Locale.ROOT, "| %s | %.0f | %.0f |%n", what, spent.wallMillis(), spent.cpuMillis());
  }
}
