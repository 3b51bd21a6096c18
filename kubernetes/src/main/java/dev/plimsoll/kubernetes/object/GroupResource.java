package dev.plimsoll.kubernetes.object;

/**
 * The plural name of a resource with its API group.
 *
 * @param group the API group, empty for the core group
 * @param resource the plural in lower case, such as {@code pods}
 */
public record GroupResource(String group, String resource) implements Comparable<GroupResource> {

  /** Returns whether a custom resource definition, or an aggregated API server, adds the kind. */
  public boolean isCustom() {
    return group.contains(".") && !group.endsWith(".k8s.io");
  }

  /** Returns {@code resource} or {@code resource.group}, as Kubernetes prints it. */
  @Override
  public String toString() {
    return group.isEmpty() ? resource : resource + "." + group;
  }

  @Override
  public int compareTo(GroupResource other) {
    int byResource = resource.compareTo(other.resource);
    return byResource != 0 ? byResource : group.compareTo(other.group);
  }
}
