package dev.plimsoll.advisor.recommend;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.quota.PodEvaluator;
import dev.plimsoll.model.tenancy.TenantDemands;
import java.util.HashMap;
import java.util.Map;

/** What pods are charged or would be, each looked up once. Not safe for use by several threads. */
final class NamespaceCharges {
  private final Cluster cluster;
  private final Map<String, Resources> missing;
  private final Map<String, Resources> held = new HashMap<>();

  NamespaceCharges(Cluster cluster) {
    this.cluster = cluster;
    this.missing = TenantDemands.missingRequests(cluster);
  }

  Cluster cluster() {
    return cluster;
  }

  /** Returns what a namespace's missing pods would request. */
  Quantity missing(String namespace, ResourceName resource) {
    return missing.getOrDefault(namespace, Resources.EMPTY).getOrZero(resource);
  }

  /** Returns what a namespace's pods on nodes are charged. */
  Quantity held(String namespace, ResourceName key) {
    return held.computeIfAbsent(namespace, this::held).getOrZero(key);
  }

  private Resources held(String namespace) {
    PodEvaluator evaluator = new PodEvaluator(cluster.asOf());
    Resources sum = Resources.EMPTY;
    for (Pod pod : cluster.list(Pod.class, namespace)) {
      if (pod.isBound()) {
        sum = sum.add(evaluator.usage(pod));
      }
    }
    return sum;
  }
}
