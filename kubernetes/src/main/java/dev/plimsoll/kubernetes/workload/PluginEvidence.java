package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Stored pods that show whether an API server runs a plug-in that is off by default. No other
 * object says so.
 */
final class PluginEvidence {
  /** Kinds whose template is as it was when the pod was created. */
  private static final Map<String, GroupResource> FIXED_TEMPLATES =
      Map.of(
          "apps/ReplicaSet",
          new GroupResource("apps", "replicasets"),
          "batch/Job",
          new GroupResource("batch", "jobs"));

  private PluginEvidence() {}

  /**
   * Returns whether the plug-in runs, as the newest pod shows that shows anything.
   *
   * @param shown whether a pod shows that the plug-in runs; empty if the pod shows nothing
   */
  static Optional<Boolean> newest(Collection<Pod> pods, Function<Pod, Optional<Boolean>> shown) {
    Optional<Boolean> newest = Optional.empty();
    Instant latest = Instant.MIN;
    for (Pod pod : pods) {
      Instant created = pod.metadata().creationTimestamp().orElse(Instant.MIN);
      if (created.isAfter(latest) && !pod.isMirror()) {
        Optional<Boolean> one = shown.apply(pod);
        if (one.isPresent()) {
          newest = one;
          latest = created;
        }
      }
    }
    return newest;
  }

  /** Returns the template by which a pod was created, where that is sure. */
  static Optional<Workload.PodTemplate> template(Cluster cluster, Pod pod) {
    return creator(cluster, pod).flatMap(w -> w.templates().stream().findFirst());
  }

  /** Returns the ReplicaSet or Job that created a pod. */
  static Optional<Workload> creator(Cluster cluster, Pod pod) {
    return pod.metadata().controller().flatMap(o -> creator(cluster, pod.namespace(), o));
  }

  /** Anybody may change the template of a ReplicaSet without a Deployment. */
  private static boolean isEditable(Workload creator) {
    return creator.type().kind().equals("ReplicaSet") && creator.metadata().controller().isEmpty();
  }

  private static Optional<Workload> creator(
      Cluster cluster, String namespace, OwnerReference owner) {
    String group = GroupVersionKind.of(owner.apiVersion(), owner.kind()).group();
    return Optional.ofNullable(FIXED_TEMPLATES.get(group + "/" + owner.kind()))
        .flatMap(r -> cluster.find(Workload.class, namespace, Workload.identity(r, owner.name())))
        .filter(w -> w.metadata().uid().equals(owner.uid()) && !isEditable(w));
  }
}
