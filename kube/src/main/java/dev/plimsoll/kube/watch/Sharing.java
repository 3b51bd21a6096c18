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
 * more than their names, so this takes most of the memory out of a large picture.
 */
final class Sharing {
  private final Seen seen = new Seen();

  ApiObject share(ApiObject object) {
    if (object instanceof Pod pod) {
      return new Pod(metadata(pod.metadata()), spec(pod.spec()), status(pod.status()));
    }
    if (object instanceof Node node) {
      return new Node(
          metadata(node.metadata()),
          node.unschedulable(),
          seen.share(node.taints()),
          seen.shareExactly(node.capacity()),
          seen.shareExactly(node.allocatable()),
          seen.share(node.conditions()));
    }
    return object;
  }

  private ObjectMeta metadata(ObjectMeta metadata) {
    return metadata.toBuilder()
        .namespace(seen.share(metadata.namespace()))
        .generateName(seen.share(metadata.generateName()))
        .labels(seen.share(metadata.labels()))
        .annotations(seen.share(metadata.annotations()))
        .owners(seen.share(metadata.owners()))
        .creationTimestamp(seen.share(metadata.creationTimestamp()))
        .build();
  }

  private PodSpec spec(PodSpec spec) {
    return spec.toBuilder()
        .initContainers(seen.shareExactly(spec.initContainers()))
        .containers(seen.shareExactly(spec.containers()))
        .resources(seen.shareExactly(spec.resources()))
        .overhead(seen.shareExactly(spec.overhead()))
        .nodeName(seen.share(spec.nodeName()))
        .schedulerName(seen.share(spec.schedulerName()))
        .nodeSelector(seen.share(spec.nodeSelector()))
        .affinity(seen.share(spec.affinity()))
        .tolerations(seen.share(spec.tolerations()))
        .topologySpreadConstraints(seen.share(spec.topologySpreadConstraints()))
        .priorityClassName(seen.share(spec.priorityClassName()))
        .priority(seen.share(spec.priority()))
        .preemptionPolicy(seen.share(spec.preemptionPolicy()))
        .terminationGracePeriodSeconds(seen.share(spec.terminationGracePeriodSeconds()))
        .build();
  }

  private PodStatus status(PodStatus status) {
    return status.toBuilder()
        .phase(seen.share(status.phase()))
        .reason(seen.share(status.reason()))
        .message(seen.share(status.message()))
        .qosClass(seen.share(status.qosClass()))
        .conditions(seen.share(each(status.conditions(), seen::share)))
        .initContainerStatuses(seen.shareExactly(status.initContainerStatuses()))
        .containerStatuses(seen.shareExactly(status.containerStatuses()))
        .resources(seen.shareExactly(status.resources()))
        .allocatedResources(seen.shareExactly(status.allocatedResources()))
        .startTime(seen.share(status.startTime()))
        .build();
  }

  private static <T> List<T> each(List<T> list, UnaryOperator<T> change) {
    return list.stream().map(change).collect(Collectors.toUnmodifiableList());
  }
}
