package dev.plimsoll.model.whatif;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import java.util.List;
import java.util.Optional;

/** The objects that changes change. */
final class ExistingObjects {
  private ExistingObjects() {}

  /**
   * Returns an object.
   *
   * @throws NoSuchObjectException if it isn't there
   */
  static <T extends ApiObject> T require(
      Cluster cluster, Class<T> type, String kind, String namespace, String name) {
    Optional<T> found = cluster.find(type, namespace, name);
    return found.orElseThrow(
        () -> new NoSuchObjectException(kind, namespace, name, names(cluster, type, namespace)));
  }

  private static <T extends ApiObject> List<String> names(
      Cluster cluster, Class<T> type, String namespace) {
    return cluster.list(type, namespace).stream().map(ApiObject::name).toList();
  }
}
