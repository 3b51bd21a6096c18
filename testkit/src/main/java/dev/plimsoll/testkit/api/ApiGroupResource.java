package dev.plimsoll.testkit.api;

/** A resource without its version, such as {@code leases.coordination.k8s.io}. */
public record ApiGroupResource(String group, String resource) {
  /** As messages name it: {@code pods}, {@code leases.coordination.k8s.io}. */
  @Override
  public String toString() {
    return group.isEmpty() ? resource : resource + "." + group;
  }
}
