package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.lifetime.LifetimeHistory;
import dev.plimsoll.model.lifetime.OwnerKey;
import dev.plimsoll.model.lifetime.PodRun;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/** Clusters of GPU nodes in which pods of Jobs run and wait, for tests. */
final class QueueCluster {
  static final Instant NOW = Instant.parse("2026-01-05T12:00:00Z");
  static final Scheduler SCHEDULER = DefaultPlugins.scheduler();

  private final ClusterBuilder objects = Cluster.builder(NOW).complete();
  private final List<PodRun> runs = new ArrayList<>();
  private final List<CapacityPolicy> policies = new ArrayList<>();

  QueueCluster node(String name, int gpus) {
    objects.add(
        NodeBuilder.node(name)
            .has("nvidia.com/gpu", "" + gpus)
            .has("cpu", "64")
            .has("memory", "256Gi")
            .has("pods", "110")
            .build());
    return this;
  }

  QueueCluster add(ApiObject... some) {
    for (ApiObject each : some) {
      objects.add(each);
    }
    return this;
  }

  QueueCluster policy(CapacityPolicy policy) {
    policies.add(policy);
    return this;
  }

  /** Adds runs of a Job's pods that ended after so many seconds each, an hour apart. */
  QueueCluster ended(String namespace, String job, int gpus, long... seconds) {
    for (int i = 0; i < seconds.length; i++) {
      Instant started = NOW.minusSeconds(3600L * (i + 1) + 86_400);
      runs.add(
          new PodRun(
              new OwnerKey(namespace, "Job", job),
              namespace,
              gpus,
              started,
              Optional.of(started.plusSeconds(seconds[i])),
              OptionalLong.empty()));
    }
    return this;
  }

  static PodBuilder pod(String namespace, String job, String name, int gpus) {
    String list = "nvidia.com/gpu=" + gpus;
    return PodBuilder.pod(namespace, name).uid("uid-" + name).requests(list).limits(list);
  }

  /** Returns a pod of a Job that has run for so many seconds. */
  static Pod runs(String namespace, String job, String name, int gpus, String node, long age) {
    return runs(namespace, job, name, gpus, node, age, p -> p);
  }

  static Pod runs(
      String namespace,
      String job,
      String name,
      int gpus,
      String node,
      long age,
      UnaryOperator<PodBuilder> more) {
    Pod pod = more.apply(pod(namespace, job, name, gpus)).spec(s -> s.nodeName(node)).build();
    Pod owned = owned(pod, "Job", job, age);
    return owned.withStatus(
        owned.status().with(s -> s.phase("Running").startTime(Optional.of(NOW.minusSeconds(age)))));
  }

  static Pod owned(Pod pod, String kind, String owner, long age) {
    return pod.withMetadata(
        pod.metadata()
            .with(
                m ->
                    m.owners(List.of(new OwnerReference("batch/v1", kind, owner, "", true)))
                        .creationTimestamp(Optional.of(NOW.minusSeconds(age)))));
  }

  /** Returns a pod of a Job that has waited for so many seconds. */
  static Pod waits(String namespace, String job, String name, int gpus, long age) {
    return owned(pod(namespace, job, name, gpus).build(), "Job", job, age);
  }

  StartQuestion question() {
    Cluster cluster = objects.build();
    return StartQuestion.of(
            Simulation.of(cluster, AdmissionChain.standard(), SCHEDULER),
            SCHEDULER,
            policies,
            LifetimeHistory.of(cluster, n -> n).and(LifetimeHistory.of(runs)),
            NOW)
        .withOptions(StartOptions.STANDARD.withArrivals(false));
  }

  StartEstimate estimate(Pod pod) {
    return StartEstimator.of(question()).estimate(pod);
  }
}
