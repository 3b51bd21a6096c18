package dev.plimsoll.kubernetes.placement.snapshot;

/**
 * A pod on a node.
 *
 * @param pod the pod
 * @param node the node's index in the snapshot, for {@link Snapshot#node(int)}
 */
public record PlacedPod(PodInfo pod, int node) {}
