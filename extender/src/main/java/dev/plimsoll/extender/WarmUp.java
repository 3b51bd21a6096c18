package dev.plimsoll.extender;

import dev.plimsoll.extender.api.ExtenderRoutes;
import dev.plimsoll.extender.config.JournalSettings;
import dev.plimsoll.extender.journal.DecisionJournal;
import dev.plimsoll.extender.metrics.ExtenderMetrics;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.server.http.Rehearsal;
import dev.plimsoll.server.metrics.MetricsRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Loads and compiles the code before the first call. It asks a copy of the extender, on a temporary
 * loopback port, about invented pods and the cluster's own nodes. What it decides is forgotten with
 * it, and in no metric and no journal. The more nodes calls will be about, the longer it goes on.
 */
final class WarmUp {
  private static final int FEWEST_ROUNDS = 200;
  private static final int MOST_ROUNDS = 1000;
  private static final int NODES_OF_A_ROUND = 5;
  private static final int MOST_NODES = 5000;
  private static final int ROUNDS_OF_A_PREEMPTION = 10;
  private static final int PODS = 50;
  private static final Duration LONGEST = Duration.ofSeconds(15);
  private static final String POD =
      """
      {"Pod": {"metadata": {"name": "warm-up-%2$d", "namespace": "%1$s", "uid": "warm-up-%2$d",
        "labels": {"a": "b"}, "ownerReferences": [{"apiVersion": "batch/v1", "kind": "Job",
          "name": "j", "uid": "j", "controller": true}]},
       "spec": {"containers": [{"name": "c", "resources": {
          "limits": {"cpu": "1", "memory": "1Gi", "nvidia.com/gpu": "1"},
          "requests": {"cpu": "1", "memory": "1Gi", "nvidia.com/gpu": "1"}}}],
        "tolerations": [{"key": "a", "operator": "Exists", "effect": "NoSchedule"}],
        "volumes": [{"name": "v", "emptyDir": {}}], "priority": 0},
       "status": {"phase": "Pending", "qosClass": "Guaranteed"}}""";

  private final Extender extender;
  private final List<String> nodes;
  private final String namespace;
  private final byte[] names;
  private final byte[] victims;

  /** Prepares to ask about pods in a namespace that has a quota, if there is one. */
  WarmUp(Extender extender) {
    this.extender = extender.copyForWarmUp();
    Cluster cluster = extender.cluster();
    namespace =
        cluster.list(ResourceQuota.class).stream()
            .map(ApiObject::namespace)
            .findFirst()
            .orElse("default");
    nodes = cluster.nodes().stream().limit(MOST_NODES).map(ApiObject::name).toList();
    names =
        bytes(
            nodes.stream()
                .collect(
                    Collectors.joining("\",\"", ", \"Nodes\": null, \"NodeNames\": [\"", "\"]}")));
    victims =
        bytes(
            nodes.stream()
                .limit(1)
                .map(node -> "\"" + node + "\": {\"Pods\": [{\"UID\": \"none\"}]}")
                .collect(Collectors.joining(",", ", \"NodeNameToMetaVictims\": {", "}}")));
  }

  static void run(Extender extender) {
    int unused = new WarmUp(extender).run(Ticker.SYSTEM);
  }

  /** Returns how many rounds of calls there was time for. */
  int run(Ticker ticker) {
    ExtenderMetrics metrics = new ExtenderMetrics(extender.decisions(), new MetricsRegistry());
    DecisionJournal journal =
        new DecisionJournal(JournalSettings.DEFAULT, Clock.systemUTC(), Optional::empty);
    ExtenderRoutes routes = new ExtenderRoutes(extender, metrics, Optional::empty, journal);
    int rounds = Math.max(FEWEST_ROUNDS, Math.min(MOST_ROUNDS, nodes.size() / NODES_OF_A_ROUND));
    long start = ticker.read();
    try (Rehearsal rehearsal = Rehearsal.start(routes.all())) {
      int round = 0;
      while (round < rounds && ticker.read() - start < LONGEST.toNanos()) {
        byte[] pod = bytes(POD.formatted(namespace, round % PODS));
        rehearsal.post("/scheduler/filter", pod, names);
        rehearsal.post("/scheduler/prioritize", pod, names);
        if (round % ROUNDS_OF_A_PREEMPTION == 0) {
          rehearsal.post("/scheduler/preempt", pod, victims);
        }
        round++;
      }
      return round;
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
