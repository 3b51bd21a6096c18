package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A node.
 *
 * @param metadata name, labels and the like
 * @param unschedulable whether it is cordoned
 * @param taints its taints
 * @param capacity what it has
 * @param allocatable what pods may take of it
 * @param conditions its conditions
 * @param kubeletVersion the version of its kubelet as that tells it, empty where it doesn't
 * @param declaredFeatures the features that its kubelet says it has
 * @param cordonedSince since when it is cordoned, if its taint for that has a time
 */
public record Node(
    ObjectMeta metadata,
    boolean unschedulable,
    List<Taint> taints,
    Resources capacity,
    Resources allocatable,
    List<Condition> conditions,
    String kubeletVersion,
    Set<String> declaredFeatures,
    Optional<Instant> cordonedSince)
    implements ApiObject {

  /** The kind of nodes. */
  public static final GroupVersionKind TYPE = GroupVersionKind.of("v1", "Node");

  /** The plural of nodes. */
  public static final GroupResource RESOURCE = new GroupResource("", "nodes");

  /** Makes a node whose kubelet tells nothing of itself. */
  public Node(
      ObjectMeta metadata,
      boolean unschedulable,
      List<Taint> taints,
      Resources capacity,
      Resources allocatable,
      List<Condition> conditions) {
    this(
        metadata,
        unschedulable,
        taints,
        capacity,
        allocatable,
        conditions,
        "",
        Set.of(),
        Optional.empty());
  }

  public Node {
    taints = List.copyOf(taints);
    conditions = List.copyOf(conditions);
    declaredFeatures = Set.copyOf(declaredFeatures);
  }

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }

  /** Returns whether nothing says that the node isn't ready. */
  public boolean isReady() {
    return conditions.stream()
        .noneMatch(c -> c.type().equals("Ready") && !c.status().equals("True"));
  }

  /** Returns since when its condition {@code Ready} isn't true, if that is said. */
  public Optional<Instant> notReadySince() {
    return conditions.stream()
        .filter(c -> c.type().equals("Ready") && !c.status().equals("True"))
        .findFirst()
        .flatMap(Condition::lastTransitionTime);
  }

  /** Returns a copy that is cordoned or not. */
  public Node withUnschedulable(boolean cordoned) {
    return new Node(
        metadata,
        cordoned,
        taints,
        capacity,
        allocatable,
        conditions,
        kubeletVersion,
        declaredFeatures,
        Optional.empty());
  }

  /** Returns a copy with other taints. */
  public Node withTaints(List<Taint> others) {
    return new Node(
        metadata,
        unschedulable,
        others,
        capacity,
        allocatable,
        conditions,
        kubeletVersion,
        declaredFeatures,
        cordonedSince);
  }

  /** Returns a copy with other resources for pods. */
  public Node withAllocatable(Resources other) {
    return new Node(
        metadata,
        unschedulable,
        taints,
        capacity,
        other,
        conditions,
        kubeletVersion,
        declaredFeatures,
        cordonedSince);
  }

  /** Returns a copy with other metadata. */
  public Node withMetadata(ObjectMeta other) {
    return new Node(
        other,
        unschedulable,
        taints,
        capacity,
        allocatable,
        conditions,
        kubeletVersion,
        declaredFeatures,
        cordonedSince);
  }
}
