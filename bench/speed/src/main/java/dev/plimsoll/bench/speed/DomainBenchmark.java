package dev.plimsoll.bench.speed;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.model.topology.DomainQuestion;
import dev.plimsoll.model.topology.DomainRequest;
import dev.plimsoll.model.topology.GangDomains;
import dev.plimsoll.model.topology.TopologyLevels;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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

/**
 * Finds nodes of one rack for a gang, on 1,000 nodes of 8 GPUs in 64 racks. Half of the nodes are
 * free; the others have 0 to 7 GPUs left.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class DomainBenchmark {
  private static final int NODES = 1000;
  private static final int RACKS = 64;
  private static final DomainRequest WITHIN =
      new DomainRequest(Optional.of("rack"), Optional.empty());

  /** The GPUs of each pod: pods that are alike, that differ, and more than any rack has free. */
  @Param({"8x8", "64x1", "16 mixed", "16x8"})
  private String gang = "";

  private Cluster cluster = Cluster.builder(Instant.EPOCH).build();
  private List<Pod> pods = List.of();

  /** Only JMH makes one. */
  public DomainBenchmark() {}

  /** Makes the cluster and the gang. */
  @Setup
  public void make() throws IOException {
    Random random = new Random(1);
    JsonArray items = new JsonArray();
    for (int i = 0; i < NODES; i++) {
      items.add(
          json(
              """
              {"apiVersion":"v1","kind":"Node","metadata":{"name":"n%1$d","uid":"n%1$d","labels":
                {"topology.kubernetes.io/rack":"r%2$d","kubernetes.io/hostname":"n%1$d"}},
               "status":{"allocatable":{"cpu":"96","memory":"1Ti","pods":"110","nvidia.com/gpu":"8"},
                "conditions":[{"type":"Ready","status":"True"}]}}
              """,
              i, i % RACKS));
      if (random.nextBoolean()) {
        items.add(pod("busy-" + i, 1 + random.nextInt(8), "n" + i));
      }
    }
    JsonArray members = new JsonArray();
    int count = Integer.parseInt(gang.split("[x ]")[0]);
    for (int i = 0; i < count; i++) {
      boolean isMixed = gang.endsWith("mixed");
      int gpus = isMixed ? 1 + (i * 3) % 8 : Integer.parseInt(gang.split("x")[1]);
      members.add(pod("member-" + i, gpus, ""));
    }
    cluster = SharedCluster.read(items);
    pods = List.copyOf(SharedCluster.read(members).list(Pod.class));
  }

  private static JsonObject pod(String name, int gpus, String node) {
    return json(
        """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%1$s","namespace":"a","uid":"%1$s"},
         "spec":{"nodeName":"%2$s","containers":[{"name":"c","resources":{
          "requests":{"cpu":"%3$d","nvidia.com/gpu":"%3$d"},"limits":{"nvidia.com/gpu":"%3$d"}}}]},
         "status":{"phase":"Pending"}}
        """,
        name, node, gpus);
  }

  private static JsonObject json(String text, Object... words) {
    return JsonParser.parseString(String.format(Locale.ROOT, text, words)).getAsJsonObject();
  }

  /** Makes the snapshot and the domains, and searches. */
  @Benchmark
  public GangDomains.Result find() {
    return new GangDomains(DefaultPlugins.scheduler(), cluster, TopologyLevels.NONE)
        .find(Snapshot.of(cluster), new DomainQuestion("gang", pods, List.of(), WITHIN));
  }
}
