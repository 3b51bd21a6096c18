package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;

/**
 * How much was looked at for gaps.
 *
 * @param nodes how many nodes
 * @param pods how many pods, ended ones included
 * @param quotas how many quotas
 * @param namespaces how many namespaces
 */
public record Examined(int nodes, int pods, int quotas, int namespaces) {

  /** Counts what a cluster has, or one of its namespaces; an empty name stands for all. */
  public static Examined of(Cluster cluster, String namespace) {
    return namespace.isEmpty()
        ? new Examined(
            cluster.nodes().size(),
            cluster.list(Pod.class).size(),
            cluster.list(ResourceQuota.class).size(),
            cluster.namespaces().size())
        : new Examined(
            cluster.nodes().size(),
            cluster.list(Pod.class, namespace).size(),
            cluster.list(ResourceQuota.class, namespace).size(),
            1);
  }

  /** Returns it in words, such as {@code 12 nodes, 32 pods, 8 quotas of 13 namespaces}. */
  public String message() {
    return count(nodes, "node")
        + ", "
        + count(pods, "pod")
        + ", "
        + count(quotas, "quota")
        + " of "
        + count(namespaces, "namespace");
  }

  private static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
