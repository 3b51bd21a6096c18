package dev.plimsoll.kubernetes.object;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The APIs by which pods are grouped. Sources: {@code staging/src/k8s.io/api/scheduling} of
 * Kubernetes 1.35 to 1.37, {@code apis/scheduling/v1alpha1} of scheduler-plugins, {@code
 * scheduling/v1beta1} of Volcano, {@code pkg/apis/scheduling/v2alpha2} of KAI Scheduler.
 */
public enum PodGroupApi {
  /**
   * Kubernetes' own since 1.36: {@code spec.schedulingGroup} of a pod names the PodGroup. 1.37 has
   * v1beta1 and v1alpha3, and 1.36 has v1alpha2; the fields that are read are alike.
   */
  KUBERNETES("scheduling.k8s.io/v1beta1", "PodGroup", "podgroups"),

  /** Kubernetes' own of 1.35: {@code spec.workloadRef} of a pod names one group of a Workload. */
  WORKLOAD("scheduling.k8s.io/v1alpha1", "Workload", "workloads"),

  /** scheduler-plugins: a label of a pod names the PodGroup. */
  SCHEDULER_PLUGINS("scheduling.x-k8s.io/v1alpha1", "PodGroup", "podgroups"),

  /** Volcano: an annotation of a pod names the PodGroup. */
  VOLCANO("scheduling.volcano.sh/v1beta1", "PodGroup", "podgroups"),

  /** KAI: only its own scheduler looks at its PodGroups, so they are no gang for others. */
  KAI("scheduling.run.ai/v2alpha2", "PodGroup", "podgroups");

  /** The APIs whose groups are gangs for kube-scheduler's pods. */
  public static final List<PodGroupApi> OF_GANGS =
      List.of(KUBERNETES, WORKLOAD, SCHEDULER_PLUGINS, VOLCANO);

  private final String apiVersion;
  private final String kind;
  private final String plural;

  PodGroupApi(String apiVersion, String kind, String plural) {
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.plural = plural;
  }

  /** Returns the API with this resource. */
  public static Optional<PodGroupApi> of(GroupResource resource) {
    return Stream.of(values()).filter(api -> api.resource().equals(resource)).findFirst();
  }

  /** Returns the kind with its group and version. */
  public GroupVersionKind type() {
    return GroupVersionKind.of(apiVersion, kind);
  }

  /** Returns the versions that serve as well, the better one first. */
  public List<String> otherVersions() {
    return this == KUBERNETES ? List.of("v1alpha3", "v1alpha2") : List.of();
  }

  /** Returns the plural. */
  public GroupResource resource() {
    return new GroupResource(type().group(), plural);
  }
}
