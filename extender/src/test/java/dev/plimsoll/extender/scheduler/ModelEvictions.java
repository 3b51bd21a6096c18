package dev.plimsoll.extender.scheduler;

import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Whom the model's scheduler evicts. */
final class ModelEvictions {
  private final SchedulingModel model;

  ModelEvictions(SchedulingModel model) {
    this.model = model;
  }

  List<Pod> victims(String node, Pod pod) {
    return model.placed().stream()
        .filter(
            p ->
                p.spec().nodeName().equals(node)
                    && SchedulingModel.priority(p) < SchedulingModel.priority(pod))
        .toList();
  }

  /** Returns whom to evict from a node for the pod; none if that doesn't help. */
  List<Pod> fewest(String node, Pod pod) {
    List<Pod> gone = new ArrayList<>(victims(node, pod));
    if (model.free(node, pod, gone) < SchedulingModel.size(pod)) {
      return List.of();
    }
    gone.sort(Comparator.comparing(SchedulingModel::size).reversed());
    for (Pod each : List.copyOf(gone)) {
      List<Pod> fewer = gone.stream().filter(g -> !g.equals(each)).toList();
      if (model.free(node, pod, fewer) >= SchedulingModel.size(pod)) {
        gone.remove(each);
      }
    }
    return gone;
  }

  void evict(Pod pod) {
    model.put(
        PodBuilder.pod(pod.namespace(), pod.name())
            .uid(pod.metadata().uid())
            .requests("nvidia.com/gpu=" + SchedulingModel.size(pod))
            .limits("nvidia.com/gpu=" + SchedulingModel.size(pod))
            .priority(SchedulingModel.priority(pod))
            .on(pod.spec().nodeName())
            .beingPreempted()
            .build());
  }
}
