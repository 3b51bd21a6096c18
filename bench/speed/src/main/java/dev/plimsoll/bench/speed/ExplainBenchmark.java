package dev.plimsoll.bench.speed;

import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.explain.Explainer;
import dev.plimsoll.model.explain.Explanation;
import dev.plimsoll.model.whatif.Simulation;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Explains one pod of the dump that the property {@code plimsoll.dump} names. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ExplainBenchmark {
  @Param({"placed", "pending"})
  private String pod = "";

  private @Nullable Simulation simulation;
  private @Nullable Pod explained;

  /** Only JMH makes one. */
  public ExplainBenchmark() {}

  /** Loads the dump. */
  @Setup
  public void load() {
    Path dump = Path.of(System.getProperty("plimsoll.dump"));
    Cluster cluster = SnapshotReader.read(List.of(dump), read -> {});
    simulation = Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    explained =
        cluster.list(Pod.class).stream()
            .filter(p -> p.isBound() == pod.equals("placed"))
            .findFirst()
            .orElseThrow();
  }

  /** Explains it. */
  @Benchmark
  public Explanation explain() {
    return Explainer.ofPod(Objects.requireNonNull(simulation), Objects.requireNonNull(explained));
  }
}
