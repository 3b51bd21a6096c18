package dev.plimsoll.stage.rights;

/**
 * A right that a rule of a role grants.
 *
 * @param verb the verb, such as {@code list}
 * @param group the API group; empty for the core group
 * @param resource the resource, with its subresource if it is one
 */
public record Right(String verb, String group, String resource) implements Comparable<Right> {
  @Override
  public int compareTo(Right other) {
    return toString().compareTo(other.toString());
  }

  /** Returns the resource as kubectl has it, such as {@code leases.coordination.k8s.io}. */
  public String resourceAndGroup() {
    return group.isEmpty() ? resource : resource + "." + group;
  }

  @Override
  public String toString() {
    return resourceAndGroup() + " " + verb;
  }
}
