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
 */
public record Requirement(GroupResource resource, Optional<String> namespace)
    implements Comparable<Requirement> {
  private static final Comparator<Requirement> ORDER =
      Comparator.comparing(Requirement::resource).thenComparing(r -> r.namespace().orElse(""));

  /** Returns the requirement of all objects of the resource. */
  public static Requirement all(GroupResource resource) {
    return new Requirement(resource, Optional.empty());
  }

  /** Returns the requirement of the namespace's objects of the resource. */
  public static Requirement in(String namespace, GroupResource resource) {
    return new Requirement(resource, Optional.of(namespace));
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
