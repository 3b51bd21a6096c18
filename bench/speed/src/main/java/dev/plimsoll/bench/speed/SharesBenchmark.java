package dev.plimsoll.bench.speed;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Shares;
import java.io.IOException;
import java.util.Objects;
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

/** Divides five resources of 5,000 nodes in 50 pools among 1,000 tenants by demand. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class SharesBenchmark {
  private @Nullable Cluster cluster;
  private @Nullable CapacityPolicy policy;

  /** Only JMH makes one. */
  public SharesBenchmark() {}

  /** Makes the cluster. */
  @Setup
  public void make() throws IOException {
    SharedCluster shared = new SharedCluster(1000, 5000, 50);
    cluster = shared.cluster();
    policy = shared.policy();
  }

  /** Finds the capacity and the demand, and divides. */
  @Benchmark
  public Shares demand() {
    return Shares.of(Objects.requireNonNull(cluster), Objects.requireNonNull(policy));
  }
}
