package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.PendingResize;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A pending resize of a pod, compared with the pod's node. The node's kubelet compares the desired
 * requests with the amounts that it has allocated to other pods.
 *
 * <p>Source: {@code canAdmitPod} in {@code pkg/kubelet/allocation/allocation_manager.go}.
 *
 * @param pod the pod
 * @param resize the resize
 * @param allocatable what the node has; absent if the node or some pods were not read
 * @param others what is allocated to other pods there
 */
public record ResizeOnNode(
    Pod pod, PendingResize resize, Optional<Resources> allocatable, Resources others) {

  /** Returns the pending resize of a pod, if the pod waits for one. */
  public static Optional<ResizeOnNode> of(Cluster cluster, Pod pod) {
    return PendingResize.of(pod)
        .map(
            resize -> {
              String name = pod.spec().nodeName();
              Optional<Resources> allocatable =
                  cluster
                      .find(Node.class, "", name)
                      .filter(n -> cluster.covers(Pod.RESOURCE))
                      .map(Node::allocatable);
              return new ResizeOnNode(pod, resize, allocatable, others(cluster, pod));
            });
  }

  private static Resources others(Cluster cluster, Pod pod) {
    return cluster.podsOn(pod.spec().nodeName()).stream()
        .filter(p -> !p.key().equals(pod.key()))
        .map(PendingResize::allocated)
        .reduce(Resources.EMPTY, Resources::add);
  }

  /** Returns the resources whose requests grow, and that the node lacks. */
  public List<ResourceName> lacking() {
    return allocatable.stream()
        .flatMap(
            has ->
                resize.desired().names().stream()
                    .filter(r -> desired(r).compareTo(resize.allocated().getOrZero(r)) > 0)
                    .filter(r -> has.contains(r))
                    .filter(
                        r -> desired(r).add(others.getOrZero(r)).compareTo(has.getOrZero(r)) > 0))
        .toList();
  }

  private Quantity desired(ResourceName resource) {
    return resize.desired().getOrZero(resource);
  }

  /** Returns that the resize is pending, with the kubelet's reason. */
  public String state() {
    return "the resize of pod "
        + pod.name()
        + " is "
        + resize.condition().reason().toLowerCase(Locale.ROOT);
  }

  /** Returns the amounts that are lacking, or else the kubelet's own words in quotes. */
  public String cause() {
    List<ResourceName> lacking = lacking();
    return lacking.isEmpty()
        ? "\"" + resize.condition().message().strip() + "\""
        : lacking.stream().map(this::amounts).collect(Collectors.joining("; "));
  }

  private String amounts(ResourceName resource) {
    return "the pod requests %s %s and keeps %s; node %s has %s, and %s of that is other pods'"
        .formatted(
            desired(resource),
            resource,
            resize.allocated().getOrZero(resource),
            pod.spec().nodeName(),
            allocatable.orElse(Resources.EMPTY).getOrZero(resource),
            others.getOrZero(resource));
  }

  /** Returns when the kubelet tries again. */
  public String retry() {
    return resize.isInfeasible()
        ? "its kubelet tries again only after the pod has changed"
        : "its kubelet tries again when other pods there end or shrink";
  }
}
