package dev.plimsoll.kubernetes.object;

import java.util.Optional;

/**
 * To which group a pod belongs.
 *
 * @param api by which of the APIs it says so
 * @param name name of the PodGroup or Workload in the pod's namespace
 * @param group the group in a Workload, empty of a PodGroup
 * @param replica which of several groups that are alike in a Workload, empty if there is one
 */
public record PodGroupReference(PodGroupApi api, String name, String group, String replica) {
  /** The annotation by which Volcano's pods name their PodGroup. */
  public static final String VOLCANO_ANNOTATION = "scheduling.k8s.io/group-name";

  /** The label by which pods name their PodGroup of scheduler-plugins. */
  public static final String SCHEDULER_PLUGINS_LABEL = "scheduling.x-k8s.io/pod-group";

  /** Returns a reference to a PodGroup. */
  public static PodGroupReference to(PodGroupApi api, String name) {
    return new PodGroupReference(api, name, "", "");
  }

  /** Returns the group that a pod names, by Kubernetes' own field first. */
  public static Optional<PodGroupReference> of(Pod pod) {
    ObjectMeta metadata = pod.metadata();
    return pod.spec()
        .schedulingGroup()
        .or(
            () ->
                Optional.ofNullable(metadata.labels().get(SCHEDULER_PLUGINS_LABEL))
                    .map(name -> to(PodGroupApi.SCHEDULER_PLUGINS, name)))
        .or(
            () ->
                Optional.ofNullable(metadata.annotations().get(VOLCANO_ANNOTATION))
                    .map(name -> to(PodGroupApi.VOLCANO, name)))
        .filter(r -> !r.name().isEmpty());
  }

  /** Returns its names, as in {@code workload/group/replica}. */
  public String path() {
    String inWorkload = group.isEmpty() ? name : name + "/" + group;
    return replica.isEmpty() ? inWorkload : inWorkload + "/" + replica;
  }
}
