package dev.plimsoll.kube.live;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.resource.SnapshotResource;
import java.util.List;

/** The kinds in a snapshot of a cluster, as far as its API serves them. */
public final class ServedKinds {
  private ServedKinds() {}

  /**
   * Asks a cluster which resources it lists, without reading them.
   *
   * @throws InputException if there is no kubeconfig that can be used, or the cluster doesn't tell
   * @throws UnreachableException if the cluster doesn't answer, or lets nobody in
   */
  public static List<SnapshotResource> of(ClusterAccess access) {
    try (Connection connection = new Login(access, Environment.ofProcess()).connect()) {
      Discovery discovery = new Discovery(connection);
      List<SnapshotResource> served =
          SnapshotResource.all().stream()
              .filter(r -> discovery.find(r.resource().resource()).isPresent())
              .toList();
      if (served.isEmpty()) {
        throw new InputException("the cluster doesn't say which resources it lists");
      }
      return served;
    }
  }
}
