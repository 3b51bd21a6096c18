package dev.plimsoll.kubernetes.cluster;

import dev.plimsoll.kubernetes.object.Namespace;

/** Tells which namespaces are being deleted. Nothing can be created in such a namespace. */
public final class TerminatingNamespaces {
  private TerminatingNamespaces() {}

  /** Returns whether the cluster has the namespace and the namespace is being deleted. */
  public static boolean contains(Cluster cluster, String namespace) {
    return cluster
        .find(Namespace.class, "", namespace)
        .filter(Namespace::isTerminating)
        .isPresent();
  }
}
