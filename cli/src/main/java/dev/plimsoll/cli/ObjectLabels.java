package dev.plimsoll.cli;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the labels of the objects that gaps show at. */
final class ObjectLabels {
  private static final List<Class<? extends ApiObject>> TYPES =
      List.of(
          Pod.class,
          Node.class,
          ResourceQuota.class,
          LimitRange.class,
          Namespace.class,
          ClusterResourceQuota.class);

  private ObjectLabels() {}

  /** Returns the object's labels; empty if it isn't in the cluster. */
  static Optional<Map<String, String>> of(Cluster cluster, ObjectReference object) {
    Optional<? extends ApiObject> found =
        TYPES.stream()
            .flatMap(t -> find(cluster, t, object).stream())
            .filter(o -> o.type().kind().equals(object.kind()))
            .findFirst();
    return found
        .<ApiObject>map(o -> o)
        .or(() -> workload(cluster, object))
        .map(o -> o.metadata().labels());
  }

  private static Optional<? extends ApiObject> find(
      Cluster cluster, Class<? extends ApiObject> type, ObjectReference object) {
    String namespace = type == Namespace.class ? "" : object.namespace();
    return cluster.find(type, namespace, object.name());
  }

  private static Optional<ApiObject> workload(Cluster cluster, ObjectReference object) {
    return cluster.list(Workload.class, object.namespace()).stream()
        .filter(w -> w.name().equals(object.name()))
        .filter(w -> w.type().kind().equals(object.kind()))
        .findFirst()
        .map(w -> w);
  }
}
