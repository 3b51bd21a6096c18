package dev.plimsoll.bench.speed;

import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.Advisor;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.tenancy.decision.CeilingPlan;
import dev.plimsoll.model.tenancy.decision.ClusterObservation;
import dev.plimsoll.model.tenancy.decision.Decider;
import dev.plimsoll.model.tenancy.decision.Observation;
import dev.plimsoll.model.whatif.Simulation;
import java.io.IOException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Decides ceilings on five resources for 1,000 tenants with 50,000 pods on 5,000 nodes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class DecisionBenchmark {
  private static final int DECISIONS_BEFORE = 24;

  private @Nullable Simulation simulation;
  private @Nullable CapacityPolicy policy;
  private @Nullable Observation observation;
  private dev.plimsoll.model.tenancy.decision.State state =
      dev.plimsoll.model.tenancy.decision.State.NONE;

  /** Only JMH makes one. */
  public DecisionBenchmark() {}

  /** Makes the cluster, and what decisions before leave. */
  @Setup
  public void make() throws IOException {
    BusyCluster busy = new BusyCluster();
    simulation = busy.simulation();
    policy = busy.policy();
    observation = observe();
    state = new DecisionDay(observation).play(DECISIONS_BEFORE);
  }

  /** Makes an observation of the cluster. */
  @Benchmark
  public Observation observe() {
    return ClusterObservation.of(
        simulation(), Objects.requireNonNull(policy), UsageHistory.NONE, false);
  }

  /** Decides. */
  @Benchmark
  public CeilingPlan decide() {
    return Decider.decide(Objects.requireNonNull(observation), state);
  }

  /** Does both, and simulates and explains what it does. */
  @Benchmark
  public Advice advise() {
    return Advisor.advise(
        simulation(), Objects.requireNonNull(policy), UsageHistory.NONE, state, false, Set.of());
  }

  private Simulation simulation() {
    return Objects.requireNonNull(simulation);
  }
}
