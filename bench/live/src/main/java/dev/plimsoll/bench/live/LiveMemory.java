package dev.plimsoll.bench.live;

import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.InformerHealth;
import dev.plimsoll.kube.watch.InformerOptions;
import dev.plimsoll.kube.watch.WatchedKind;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Keeps a live snapshot of a made-up cluster and prints the heap that is used after a full
 * collection, then lists everything again and prints it once more. Arguments: numbers of nodes and
 * pods. That both lists fit is shown by running it with the heap's limit ({@code -Xmx}).
 */
public final class LiveMemory {
  private static final Duration TIMEOUT = Duration.ofMinutes(30);
  private static final double MEBI = 1 << 20;

  private LiveMemory() {}

  /** Runs the measurement. */
  public static void main(String[] arguments) throws Exception {
    int nodes = Integer.parseInt(arguments[0]);
    int pods = Integer.parseInt(arguments[1]);
    Path kubeconfig = Files.createTempFile("plimsoll-bench", ".kubeconfig");
    double before = used();
    try (LargeCluster cluster = new LargeCluster(new ObjectGenerator(nodes, pods))) {
      Files.writeString(
          kubeconfig,
          "current-context: c\ncontexts: [{name: c, context: {cluster: c}}]\n"
              + "clusters: [{name: c, cluster: {server: \""
              + cluster.url()
              + "\"}}]\n");
      long start = System.nanoTime();
      try (ClusterInformers informers =
          ClusterInformers.start(
              new ClusterAccess(Optional.of(kubeconfig), Optional.empty()),
              Stream.of(WatchedKind.ALL, WatchedKind.WORKLOADS).flatMap(List::stream).toList(),
              InformerOptions.DEFAULT)) {
        if (!informers.awaitSynced(TIMEOUT)) {
          throw new IllegalStateException("the snapshot was not synced in time");
        }
        report("first list", informers, before, start);
        start = System.nanoTime();
        cluster.expireWatches();
        while (lists(informers) < 2) {
          Thread.sleep(100);
        }
        report("listed again", informers, before, start);
      }
    } finally {
      Files.delete(kubeconfig);
    }
  }

  private static long lists(ClusterInformers informers) {
    InformerHealth health = informers.health().informers().get(Pod.RESOURCE);
    return health == null ? 0 : health.lists();
  }

  private static void report(String what, ClusterInformers informers, double before, long start) {
    double seconds = (System.nanoTime() - start) / 1e9;
    double mebibytes = used() - before;
    int pods = informers.cluster().list(Pod.class).size();
    int workloads = informers.cluster().list(Workload.class).size();
    System.out.printf(
        "%s: %d nodes, %d pods, %d workloads in %.1f s; heap after a full collection %.0f MiB of %.0f (%.0f bytes"
            + " a pod)%n",
        what,
        informers.cluster().nodes().size(),
        pods,
        workloads,
        seconds,
        mebibytes,
        Runtime.getRuntime().maxMemory() / MEBI,
        mebibytes * MEBI / Math.max(1, pods));
  }

  private static double used() {
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEBI;
  }
}
