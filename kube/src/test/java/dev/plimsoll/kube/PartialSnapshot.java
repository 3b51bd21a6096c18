package dev.plimsoll.kube;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.CsiNode;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.RuntimeClass;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.workload.Workloads;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Takes kinds or namespaces out of a complete snapshot, and says that they weren't read. */
final class PartialSnapshot {
  private static final List<Class<? extends ApiObject>> TYPES =
      List.of(
          Node.class,
          Pod.class,
          Namespace.class,
          ResourceQuota.class,
          LimitRange.class,
          PriorityClass.class,
          RuntimeClass.class,
          StorageClass.class,
          CsiNode.class,
          PersistentVolume.class,
          PersistentVolumeClaim.class,
          Service.class,
          ResourceClaim.class,
          DeviceClass.class,
          ClusterResourceQuota.class,
          Event.class,
          Workload.class);

  private PartialSnapshot() {}

  /**
   * Returns the kinds of which there are objects. Custom kinds of workloads stay out: nothing in a
   * dump without them tells that they exist.
   */
  static Set<GroupResource> kinds(Cluster complete) {
    Set<GroupResource> kinds = new TreeSet<>();
    for (ApiObject object : objects(complete)) {
      if (!(object instanceof Workload)
          || Workloads.BUILT_IN_RESOURCES.contains(object.resource())) {
        kinds.add(object.resource());
      }
    }
    return kinds;
  }

  /** Returns the snapshot without these kinds. */
  static Cluster without(Cluster complete, Set<GroupResource> kinds) {
    Cluster left = complete;
    for (ApiObject object : objects(complete)) {
      if (kinds.contains(object.resource())) {
        left = left.without(object);
      }
    }
    for (GroupResource kind : kinds) {
      left = left.withCoverage(kind, Coverage.NONE);
    }
    return left;
  }

  /** Returns the snapshot with what one namespace has, and all that is in none. */
  static Cluster only(Cluster complete, String namespace) {
    Cluster left = complete;
    for (ApiObject object : objects(complete)) {
      if (!object.namespace().isEmpty()) {
        left = object.namespace().equals(namespace) ? left : left.without(object);
        left = left.withCoverage(object.resource(), Coverage.of(Set.of(namespace)));
      }
    }
    return left;
  }

  private static List<ApiObject> objects(Cluster cluster) {
    List<ApiObject> objects = new ArrayList<>();
    TYPES.forEach(t -> objects.addAll(cluster.list(t)));
    return objects;
  }
}
