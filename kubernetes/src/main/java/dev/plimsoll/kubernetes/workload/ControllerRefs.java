package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Follows the references of a namespace's objects to their controllers. */
final class ControllerRefs {
  private static final int DEEPEST = 8;

  private final Cluster cluster;
  private final Map<KindAndName, Workload> workloads;

  ControllerRefs(Cluster cluster, Map<KindAndName, Workload> workloads) {
    this.cluster = cluster;
    this.workloads = workloads;
  }

  /**
   * Returns the controller of an object. If the named controller was deleted and created again, it
   * has another UID and looks after none of its former objects. Former pods of a StatefulSet count
   * as its pods, because they hold the names of its next pods.
   *
   * <p>Source: {@code ClaimPods} in {@code pkg/controller/controller_ref_manager.go}.
   */
  Optional<KindAndName> controller(ObjectMeta meta) {
    return meta.controller()
        .map(o -> new Named(o, new KindAndName(o.kind(), meta.namespace(), o.name())))
        .filter(n -> n.key().kind().equals("StatefulSet") || !isFormer(n))
        .map(Named::key);
  }

  private record Named(OwnerReference reference, KindAndName key) {}

  private boolean isFormer(Named named) {
    Workload there = workloads.get(named.key());
    String uid = named.reference().uid();
    return there != null
        && !uid.isEmpty()
        && !there.metadata().uid().isEmpty()
        && !there.metadata().uid().equals(uid);
  }

  /** Returns the controllers above an object, the nearest first. */
  List<ObjectReference> above(ObjectReference ref) {
    List<ObjectReference> controllers = new ArrayList<>();
    KindAndName current = KindAndName.of(ref);
    for (int depth = 0; depth < DEEPEST; depth++) {
      Optional<KindAndName> owner = metadata(current).flatMap(this::controller);
      if (owner.isEmpty()) {
        break;
      }
      current = owner.get();
      controllers.add(reference(current));
    }
    return controllers;
  }

  /** Returns the outermost controller of an object. */
  KindAndName rootOf(KindAndName key) {
    return rootOf(key, metadata(key).flatMap(this::controller));
  }

  /** Returns the outermost controller of an object with that controller. */
  KindAndName rootOf(KindAndName key, Optional<KindAndName> controller) {
    KindAndName current = key;
    Optional<KindAndName> owner = controller;
    for (int depth = 0; depth < DEEPEST; depth++) {
      if (owner.isEmpty() || owner.get().kind().equals("Node")) {
        return current;
      }
      current = owner.get();
      owner = metadata(current).flatMap(this::controller);
    }
    return current;
  }

  private Optional<ObjectMeta> metadata(KindAndName key) {
    return key.kind().equals("Pod")
        ? cluster.find(Pod.class, key.namespace(), key.name()).map(Pod::metadata)
        : Optional.ofNullable(workloads.get(key)).map(Workload::metadata);
  }

  /** Returns a reference to an object. If the cluster has the object, the reference has its UID. */
  ObjectReference reference(KindAndName key) {
    String uid = metadata(key).map(ObjectMeta::uid).orElse("");
    return new ObjectReference(key.kind(), key.namespace(), key.name(), uid);
  }
}
