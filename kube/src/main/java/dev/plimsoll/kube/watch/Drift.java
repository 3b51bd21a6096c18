package dev.plimsoll.kube.watch;

import dev.plimsoll.kubernetes.object.GroupResource;

/**
 * An object whose state in the snapshot was wrong for longer than events take.
 *
 * @param resource its kind
 * @param namespace its namespace, empty for cluster-scoped ones
 * @param name its name
 * @param storedVersion the version in the snapshot, empty if it wasn't there
 * @param servedVersion the version the server has, empty if it has none
 */
public record Drift(
    GroupResource resource,
    String namespace,
    String name,
    String storedVersion,
    String servedVersion) {

  @Override
  public String toString() {
    return resource
        + " "
        + (namespace.isEmpty() ? "" : namespace + "/")
        + name
        + (storedVersion.isEmpty() ? " was missing" : " was stored at version " + storedVersion)
        + (servedVersion.isEmpty() ? " but is gone" : ", the server has " + servedVersion);
  }
}
