package dev.plimsoll.kube.watch;

import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.PodSpec;
import dev.plimsoll.model.object.PodStatus;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Lets objects share the parts in which they are equal. The pods of a workload differ in little
 * more than their names, so this takes most of the memory out of a large snapshot.
 */
final class ObjectInterner {
  private final Interner interner = new Interner();

  ApiObject intern(ApiObject object) {
    if (object instanceof Pod pod) {
      return new Pod(metadata(pod.metadata()), spec(pod.spec()), status(pod.status()));
    }
    if (object instanceof Node node) {
      return new Node(
          metadata(node.metadata()),
          node.unschedulable(),
          interner.intern(node.taints()),
          interner.internExactly(node.capacity()),
          interner.internExactly(node.allocatable()),
          interner.intern(node.conditions()));
    }
    return object;
  }

  private ObjectMeta metadata(ObjectMeta metadata) {
    return metadata.toBuilder()
        .namespace(interner.intern(metadata.namespace()))
        .generateName(interner.intern(metadata.generateName()))
        .labels(interner.intern(metadata.labels()))
        .annotations(interner.intern(metadata.annotations()))
        .owners(interner.intern(metadata.owners()))
        .creationTimestamp(interner.intern(metadata.creationTimestamp()))
        .build();
  }

  private PodSpec spec(PodSpec spec) {
    return spec.toBuilder()
        .initContainers(interner.internExactly(spec.initContainers()))
        .containers(interner.internExactly(spec.containers()))
        .resources(interner.internExactly(spec.resources()))
        .overhead(interner.internExactly(spec.overhead()))
        .nodeName(interner.intern(spec.nodeName()))
        .schedulerName(interner.intern(spec.schedulerName()))
        .nodeSelector(interner.intern(spec.nodeSelector()))
        .affinity(interner.intern(spec.affinity()))
        .tolerations(interner.intern(spec.tolerations()))
        .topologySpreadConstraints(interner.intern(spec.topologySpreadConstraints()))
        .priorityClassName(interner.intern(spec.priorityClassName()))
        .priority(interner.intern(spec.priority()))
        .preemptionPolicy(interner.intern(spec.preemptionPolicy()))
        .terminationGracePeriodSeconds(interner.intern(spec.terminationGracePeriodSeconds()))
        .build();
  }

  private PodStatus status(PodStatus status) {
    return status.toBuilder()
        .phase(interner.intern(status.phase()))
        .reason(interner.intern(status.reason()))
        .message(interner.intern(status.message()))
        .qosClass(interner.intern(status.qosClass()))
        .conditions(interner.intern(each(status.conditions(), interner::intern)))
        .initContainerStatuses(interner.internExactly(status.initContainerStatuses()))
        .containerStatuses(interner.internExactly(status.containerStatuses()))
        .resources(interner.internExactly(status.resources()))
        .allocatedResources(interner.internExactly(status.allocatedResources()))
        .startTime(interner.intern(status.startTime()))
        .build();
  }

  private static <T> List<T> each(List<T> list, UnaryOperator<T> change) {
    return list.stream().map(change).collect(Collectors.toUnmodifiableList());
  }
}
