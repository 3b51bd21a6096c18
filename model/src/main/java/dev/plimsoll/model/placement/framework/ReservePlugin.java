package dev.plimsoll.model.placement.framework;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.placement.snapshot.NodeInfo;
import dev.plimsoll.model.placement.snapshot.Snapshot;

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
