package dev.plimsoll.bench.when;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A cluster and the demand on it.
 *
 * @param name as it is printed
 * @param objects nodes, namespaces and the like
 * @param policies the policies that hold or gate pods; none for kube-scheduler alone
 * @param submissions the pods, the oldest first
 */
record Scenario(
    String name,
    List<ApiObject> objects,
    List<CapacityPolicy> policies,
    List<Submission> submissions) {

  /** When the first pod may be created at the earliest. */
  static final Instant START = Instant.parse("2026-01-05T00:00:00Z");

  Scenario {
    objects = List.copyOf(objects);
    policies = List.copyOf(policies);
    Map<String, Map<PodSpec, PodSpec>> specs = new HashMap<>();
    submissions =
        submissions.stream()
            .map(s -> s.withSpec(same(specs, s.pod())))
            .sorted(Comparator.comparing(Submission::created).thenComparing(s -> s.pod().key()))
            .toList();
  }

  /** Returns one object for equal specs of a namespace, so that they are cheap to compare. */
  private static PodSpec same(Map<String, Map<PodSpec, PodSpec>> specs, Pod pod) {
    return specs
        .computeIfAbsent(pod.namespace(), n -> new HashMap<>())
        .computeIfAbsent(pod.spec(), spec -> spec);
  }

  /** Returns when the last pod is created. */
  Instant demandEnds() {
    return submissions.get(submissions.size() - 1).created();
  }

  /** Returns the cluster before the first pod. */
  Cluster cluster() {
    ClusterBuilder builder = Cluster.builder(START).complete().addAll(objects);
    return builder.build();
  }
}
