package dev.plimsoll.bench.speed;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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

/** Divides 40 units a tenant by weight between floors and ceilings. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ProportionalBenchmark {
  private static final int UNITS_A_TENANT = 40;

  @Param({"1000", "4000", "16000", "64000"})
  private int tenants;

  private List<Claim> claims = List.of();

  /** Only JMH makes one. */
  public ProportionalBenchmark() {}

  /** Makes claims, a third of them bounded. */
  @Setup
  public void make() {
    Random random = new Random(1);
    List<Claim> made = new ArrayList<>();
    for (int t = 0; t < tenants; t++) {
      long floor = t % 3 == 0 ? random.nextInt(30) : 0;
      long ceiling = t % 3 == 1 ? 20 + random.nextInt(60) : Claim.MAX_UNITS;
      made.add(new Claim("t" + t, 1 + random.nextInt(100), floor, ceiling));
    }
    claims = List.copyOf(made);
  }

  /** Divides. */
  @Benchmark
  public Apportionment divide() {
    return ProportionalDivision.divide((long) UNITS_A_TENANT * tenants, claims);
  }
}
