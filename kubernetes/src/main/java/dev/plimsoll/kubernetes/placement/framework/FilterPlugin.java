package dev.plimsoll.kubernetes.placement.framework;

import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.util.List;

/**
 * A plug-in that decides which nodes a pod may go to.
 *
 * <p>Source: {@code PreFilterPlugin} and {@code FilterPlugin} in {@code
 * staging/src/k8s.io/kube-scheduler/framework/interface.go}.
 */
public interface FilterPlugin {

  /** Returns the name under Kubernetes. */
  String name();

  /** Returns whether the default profile of a control plane has the plug-in. */
  default boolean isEnabled(KubernetesControlPlane controlPlane) {
    return true;
  }

  /**
   * Returns the resources, other than nodes and pods, that must have been read for a certain result
   * of the plug-in.
   */
  default List<Requirement> requirements(PodInfo pod, Snapshot snapshot) {
    return List.of();
  }

  /** Works out once, for one pod, all that doesn't depend on the single node. */
  PreFilterResult preFilter(PodInfo pod, Snapshot snapshot);
}
