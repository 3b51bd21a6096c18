package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import java.util.ArrayList;
import java.util.List;

/**
 * The claims of one pod by how far they are, and what is assumed about them.
 *
 * <p>Source: {@code GetPodVolumeClaims} in {@code
 * pkg/scheduler/framework/plugins/volumebinding/binder.go}.
 */
final class PodVolumeClaims {
  private static final String CLAIMS_UNKNOWN =
      "The snapshot has no PersistentVolumeClaims; assuming that the pod's exist and are usable from"
          + " every node.";
  private static final String VOLUMES_UNKNOWN =
      "The snapshot has no PersistentVolumes; assuming that the pod's are usable from every node.";
  private static final String CLASSES_UNKNOWN =
      "The snapshot has no StorageClasses; assuming that the pod's unbound claims get a volume on"
          + " every node.";
  private static final String CAPACITY_UNKNOWN =
      "CSIStorageCapacities aren't modelled; assuming that every node has capacity for volumes that"
          + " are yet to be provisioned.";

  private final StorageView storage;
  private final List<PersistentVolumeClaim> bound = new ArrayList<>();
  private final List<PersistentVolumeClaim> waiting = new ArrayList<>();
  private boolean waitsForController;
  private boolean openClass;

  PodVolumeClaims(StorageView storage) {
    this.storage = storage;
  }

  void add(PersistentVolumeClaim claim) {
    if (claim.isFullyBound()) {
      bound.add(claim);
    } else if (claim.volumeName().isEmpty() && storage.bindsLate(claim)) {
      waiting.add(claim);
    } else if (claim.volumeName().isEmpty()
        && !storage.knowsClasses()
        && !claim.storageClass().orElse("").isEmpty()) {
      openClass = true;
    } else {
      waitsForController = true;
    }
  }

  /** The claims that have their volume. */
  List<PersistentVolumeClaim> bound() {
    return bound;
  }

  /** The claims that get their volume when the pod gets its node. */
  List<PersistentVolumeClaim> waiting() {
    return waiting;
  }

  /** Whether a claim should have got its volume before the pod is placed, and hasn't. */
  boolean waitsForController() {
    return waitsForController;
  }

  List<String> assumptions() {
    if (!storage.knowsClaims()) {
      return List.of(CLAIMS_UNKNOWN);
    }
    List<String> assumptions = new ArrayList<>();
    if (!storage.knowsVolumes() && !(bound.isEmpty() && waiting.isEmpty())) {
      assumptions.add(VOLUMES_UNKNOWN);
    }
    if (openClass) {
      assumptions.add(CLASSES_UNKNOWN);
    }
    if (!waiting.isEmpty()) {
      assumptions.add(CAPACITY_UNKNOWN);
    }
    return assumptions;
  }
}
