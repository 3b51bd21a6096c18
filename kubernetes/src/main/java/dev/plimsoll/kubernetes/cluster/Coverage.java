package dev.plimsoll.kubernetes.cluster;

import java.util.Set;
import java.util.TreeSet;

/**
 * In which namespaces a snapshot has all objects of a resource. Where it hasn't, the absence of an
 * object says nothing.
 *
 * @param complete whether it has all there are; of a cluster-scoped resource it has all or it is
 *     not known
 * @param namespaces otherwise the namespaces of which it has all
 */
public record Coverage(boolean complete, Set<String> namespaces) {
  /** All objects of the resource are there, if there are any. */
  public static final Coverage COMPLETE = new Coverage(true, Set.of());

  /** The resource was not read, or only some objects by their names. */
  public static final Coverage NONE = new Coverage(false, Set.of());

  public Coverage {
    namespaces = Set.copyOf(namespaces);
  }

  /** Returns the coverage of a list in some namespaces. */
  public static Coverage of(Set<String> namespaces) {
    return new Coverage(false, namespaces);
  }

  /** Returns whether all objects of the resource in the namespace are there. */
  public boolean includes(String namespace) {
    return complete || namespaces.contains(namespace);
  }

  /** Returns the coverage of what was read in two readings together. */
  public Coverage or(Coverage other) {
    if (complete || other.complete) {
      return COMPLETE;
    }
    Set<String> both = new TreeSet<>(namespaces);
    both.addAll(other.namespaces);
    return of(both);
  }
}
