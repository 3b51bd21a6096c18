package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.object.GroupVersionKind;

/** The kinds of waiting work that count as demand before they have pods. */
public enum SuspendedDemand {
  /** Kueue: Workloads that aren't admitted. */
  KUEUE("kueue.x-k8s.io/v1beta1", "Workload"),
  /** Kubernetes: suspended Jobs. */
  JOB("batch/v1", "Job"),
  /** Volcano: Jobs that are pending. */
  VOLCANO("batch.volcano.sh/v1alpha1", "Job"),
  /** The MPI operator: MPIJobs that are suspended or have no pods. */
  MPI("kubeflow.org/v2beta1", "MPIJob"),
  /** Argo: Workflows that are suspended or pending. */
  ARGO("argoproj.io/v1alpha1", "Workflow");

  private final String apiVersion;
  private final String kind;

  SuspendedDemand(String apiVersion, String kind) {
    this.apiVersion = apiVersion;
    this.kind = kind;
  }

  /** Returns the kind of the work, in the version that is best. */
  public GroupVersionKind type() {
    return GroupVersionKind.of(apiVersion, kind);
  }

  /** Returns whether objects of that type are such work, in any version. */
  public boolean covers(GroupVersionKind other) {
    return other.group().equals(type().group()) && other.kind().equals(kind);
  }
}
