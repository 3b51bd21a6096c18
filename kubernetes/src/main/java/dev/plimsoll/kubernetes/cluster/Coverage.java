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
 * @param failed whether the API server could not list the resource, so that no right helps
 */
public record Coverage(boolean complete, Set<String> namespaces, boolean failed) {
  /** All objects of the resource are there, if there are any. */
  public static final Coverage COMPLETE = new Coverage(true, Set.of(), false);

  /** The resource was not read, or only some objects by their names. */
  public static final Coverage NONE = new Coverage(false, Set.of(), false);

  /** The API server could not list the resource. */
  public static final Coverage FAILED = new Coverage(false, Set.of(), true);

  public Coverage {
    namespaces = Set.copyOf(namespaces);
  }

  /** Returns the coverage of a list in some namespaces. */
  public static Coverage of(Set<String> namespaces) {
    return new Coverage(false, namespaces, false);
  }

  /** Returns whether all objects of the resource in the namespace are there. */
  public boolean includes(String namespace) {
    return complete || namespaces.contains(namespace);
  }

  /** Returns whether nothing is there for sure. */
  public boolean isNone() {
    return !complete && namespaces.isEmpty();
  }

  /** Returns the coverage of what was read in two readings together. */
  public Coverage or(Coverage other) {
    if (complete || other.complete) {
      return COMPLETE;
    }
    if (isNone() && other.isNone()) {
      return failed ? this : other;
    }
    Set<String> both = new TreeSet<>(namespaces);
    both.addAll(other.namespaces);
    return of(both);
  }
}
