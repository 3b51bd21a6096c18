package dev.plimsoll.kubernetes.placement.snapshot;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A node with the pods on it and what they take. Immutable: a change gives a new one.
 *
 * <p>Source: {@code NodeInfo} in {@code pkg/scheduler/framework/types.go}. As in kube-scheduler,
 * used host ports are a set: if two pods were forced onto the same port, the first pod to go frees
 * it.
 */
public final class NodeInfo {
  private final Node node;
  private final int index;
  private final ResourceVector allocatable;
  private final int allowedPods;
  private final List<PodInfo> pods;
  private final ResourceVector requested;
  private final NonZeroRequests nonZeroRequested;
  private final Set<HostPort> usedPorts;
  private final int lowestPriority;

  NodeInfo(
      Node node,
      int index,
      ResourceVector allocatable,
      int allowedPods,
      List<PodInfo> pods,
      ResourceVector requested,
      NonZeroRequests nonZeroRequested,
      Set<HostPort> usedPorts) {
    this.node = node;
    this.index = index;
    this.allocatable = allocatable;
    this.allowedPods = allowedPods;
    this.pods = pods;
    this.requested = requested;
    this.nonZeroRequested = nonZeroRequested;
    this.usedPorts = usedPorts;
    int lowest = Integer.MAX_VALUE;
    for (PodInfo pod : pods) {
      lowest = Math.min(lowest, pod.priority());
    }
    this.lowestPriority = lowest;
  }

  /** Returns the node. */
  public Node node() {
    return node;
  }

  /** Returns the node's name. */
  public String name() {
    return node.name();
  }

  /** Returns the node's index in its snapshot. */
  public int index() {
    return index;
  }

  /** Returns the resources that the node has for pods. */
  public ResourceVector allocatable() {
    return allocatable;
  }

  /** Returns how many pods the node takes. */
  public int allowedPods() {
    return allowedPods;
  }

  /** Returns the pods on the node. */
  public List<PodInfo> pods() {
    return pods;
  }

  /** Returns the requests of the pods on the node. */
  public ResourceVector requested() {
    return requested;
  }

  /** Returns the requests of the pods on the node as scores count them. */
  public NonZeroRequests nonZeroRequested() {
    return nonZeroRequested;
  }

  /** Returns the ports that the pods on the node take. */
  public Set<HostPort> usedPorts() {
    return usedPorts;
  }

  /** Returns the lowest priority of a pod on the node, the highest number where there is none. */
  public int lowestPriority() {
    return lowestPriority;
  }

  /** Returns the node with one more pod. */
  public NodeInfo with(PodInfo pod) {
    List<PodInfo> more = new ArrayList<>(pods.size() + 1);
    more.addAll(pods);
    more.add(pod);
    Set<HostPort> ports = usedPorts;
    if (!pod.hostPorts().isEmpty()) {
      ports = new HashSet<>(usedPorts);
      ports.addAll(pod.hostPorts());
    }
    return changed(
        more, requested.plus(pod.requests()), nonZeroRequested.plus(pod.nonZeroRequests()), ports);
  }

  /** Returns the node without a pod; the same where the pod isn't on it. */
  public NodeInfo without(Pod pod) {
    Optional<PodInfo> found = find(pod);
    return found.isEmpty() ? this : without(found.get());
  }

  /** Returns the pod as it is on the node. */
  public Optional<PodInfo> find(Pod pod) {
    return pods.stream().filter(p -> p.isSameAs(pod)).findFirst();
  }

  private NodeInfo without(PodInfo pod) {
    List<PodInfo> fewer = new ArrayList<>(pods);
    fewer.remove(pod);
    Set<HostPort> ports = usedPorts;
    if (!pod.hostPorts().isEmpty()) {
      ports = new HashSet<>(usedPorts);
      pod.hostPorts().forEach(ports::remove);
    }
    return changed(
        fewer,
        requested.minus(pod.requests()),
        nonZeroRequested.minus(pod.nonZeroRequests()),
        ports);
  }

  private NodeInfo changed(
      List<PodInfo> newPods, ResourceVector total, NonZeroRequests nonZero, Set<HostPort> ports) {
    return new NodeInfo(node, index, allocatable, allowedPods, newPods, total, nonZero, ports);
  }
}
