package dev.plimsoll.model.tenancy;

/** Whose waiting work counts as demand though it has no pods yet. */
public enum SuspendedDemand {
  /** Kueue: Workloads that aren't admitted. */
  KUEUE,
  /** Kubernetes: suspended Jobs. */
  JOB,
  /** Volcano: Jobs that are pending. */
  VOLCANO,
  /** The MPI operator: MPIJobs that are suspended or have no pods. */
  MPI,
  /** Argo: Workflows that are suspended or pending. */
  ARGO
}
