package dev.plimsoll.kubernetes.placement.framework;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;

/**
 * A plug-in that keeps something for a pod once its node is chosen.
 *
 * <p>Source: {@code ReservePlugin} in {@code
 * staging/src/k8s.io/kube-scheduler/framework/interface.go}.
 */
public interface ReservePlugin {

  /** Returns the snapshot's cluster once what the pod needs is kept for it. */
  Cluster reserve(Snapshot snapshot, Pod pod, NodeInfo node);
}
