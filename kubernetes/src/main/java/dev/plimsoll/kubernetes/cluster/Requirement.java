package dev.plimsoll.kubernetes.cluster;

import dev.plimsoll.kubernetes.object.GroupResource;
import java.util.Comparator;
import java.util.Optional;

/**
 * All objects of a resource, which an answer needs.
 *
 * @param resource the resource
 * @param namespace the one namespace whose objects matter; empty where all do, and for a
 *     cluster-scoped resource
 * @param failed whether the API server could not list the objects
 */
public record Requirement(GroupResource resource, Optional<String> namespace, boolean failed)
    implements Comparable<Requirement> {
  private static final Comparator<Requirement> ORDER =
      Comparator.comparing(Requirement::resource).thenComparing(r -> r.namespace().orElse(""));

  /** Returns the requirement of all objects of the resource. */
  public static Requirement all(GroupResource resource) {
    return new Requirement(resource, Optional.empty(), false);
  }

  /** Returns the requirement of the namespace's objects of the resource. */
  public static Requirement in(String namespace, GroupResource resource) {
    return new Requirement(resource, Optional.of(namespace), false);
  }

  /** Returns the requirement of all objects of the same resource. */
  Requirement inAll() {
    return new Requirement(resource, Optional.empty(), failed);
  }

  /** Returns the requirement with what the cluster tells of a failed list. */
  Requirement in(Cluster cluster) {
    return new Requirement(resource, namespace, cluster.coverage(resource).failed());
  }

  /** Returns whether the cluster has them all. */
  public boolean isMet(Cluster cluster) {
    Coverage coverage = cluster.coverage(resource);
    return namespace.map(coverage::includes).orElse(coverage.complete());
  }

  @Override
  public int compareTo(Requirement other) {
    return ORDER.compare(this, other);
  }
}
