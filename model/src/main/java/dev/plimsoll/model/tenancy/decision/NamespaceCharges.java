package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.PodEvaluator;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.tenancy.TenantDemands;
import java.util.HashMap;
import java.util.Map;

/**
 * The charges of each namespace's pods, by quota key, and the requests of its missing pods. Each
 * namespace is counted once. Not safe for use by several threads.
 */
public final class NamespaceCharges {
  private final Cluster cluster;
  private final Map<String, Resources> missing;
  private final Map<String, Charges> charges = new HashMap<>();

  private record Charges(Resources all, Resources bound) {}

  /** Prepares to count the charges of a cluster. */
  public NamespaceCharges(Cluster cluster) {
    this(cluster, Workloads.of(cluster));
  }

  /** Prepares to count the charges of a cluster whose pods are gathered. */
  NamespaceCharges(Cluster cluster, Workloads workloads) {
    this.cluster = cluster;
    this.missing = TenantDemands.missingRequests(cluster, workloads);
  }

  /** Returns the cluster. */
  public Cluster cluster() {
    return cluster;
  }

  /** Returns the charge of all pods of a namespace. */
  public Resources all(String namespace) {
    return charges.computeIfAbsent(namespace, this::count).all();
  }

  /** Returns the charge of a namespace's bound pods. */
  public Resources bound(String namespace) {
    return charges.computeIfAbsent(namespace, this::count).bound();
  }

  /** Returns the requests of a namespace's missing pods, by resource. */
  public Resources missing(String namespace) {
    return missing.getOrDefault(namespace, Resources.EMPTY);
  }

  private Charges count(String namespace) {
    PodEvaluator evaluator = PodEvaluator.of(cluster);
    Resources all = Resources.EMPTY;
    Resources bound = Resources.EMPTY;
    for (Pod pod : cluster.list(Pod.class, namespace)) {
      Resources charged = evaluator.usage(pod);
      all = all.add(charged);
      bound = pod.isBound() ? bound.add(charged) : bound;
    }
    return new Charges(all, bound);
  }
}
