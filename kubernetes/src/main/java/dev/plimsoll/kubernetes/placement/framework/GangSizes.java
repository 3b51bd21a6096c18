package dev.plimsoll.kubernetes.placement.framework;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.PodGroup;
import dev.plimsoll.kubernetes.object.PodGroupReference;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.pod.Gang;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * How many pods of a gang must run: as they say themselves, or as their group or Job does at
 * present. A Job runs as many pods at once as its parallelism says, and no more than have still to
 * succeed ({@code manageJob} in {@code pkg/controller/job/job_controller.go}).
 */
public final class GangSizes {
  private static final GroupResource JOBS = new GroupResource("batch", "jobs");

  private final Supplier<Cluster> cluster;

  /** Creates sizes that look up groups in the cluster's state at each call. */
  public GangSizes(Supplier<Cluster> cluster) {
    this.cluster = cluster;
  }

  /** Returns whether the pods wait for each other, or for the group that says whether they do. */
  public boolean isGang(Gang gang) {
    return size(gang).isPresent() || awaitsPodGroup(gang) || awaitsJob(gang);
  }

  /** Returns how many must run; empty if each may by itself, or nothing says so yet. */
  public OptionalInt size(Gang gang) {
    if (gang.job().isPresent()) {
      return job(gang)
          .map(j -> OptionalInt.of(Math.min(j.parallelism(), j.left().orElse(Integer.MAX_VALUE))))
          .filter(size -> size.getAsInt() > 1)
          .orElse(OptionalInt.empty());
    }
    return gang.size().isPresent()
        ? gang.size()
        : gang.podGroup()
            .flatMap(g -> podGroup(gang, g).map(found -> found.minCount(g.group())))
            .orElse(OptionalInt.empty());
  }

  /** Returns whether the group isn't there, where all groups of its kind are known. */
  public boolean awaitsPodGroup(Gang gang) {
    return gang.podGroup()
        .filter(g -> podGroup(gang, g).isEmpty())
        .filter(g -> cluster.get().covers(g.api().resource(), gang.namespace()))
        .isPresent();
  }

  /** Returns whether the Job isn't known whose parallelism is the size, or is an earlier one. */
  public boolean awaitsJob(Gang gang) {
    return gang.job().isPresent() && job(gang).isEmpty();
  }

  private Optional<WorkloadDetails.Job> job(Gang gang) {
    return gang.job()
        .flatMap(
            j ->
                cluster
                    .get()
                    .find(Workload.class, gang.namespace(), Workload.identity(JOBS, j.name()))
                    .filter(w -> w.metadata().uid().equals(j.uid())))
        .map(Workload::details)
        .filter(WorkloadDetails.Job.class::isInstance)
        .map(WorkloadDetails.Job.class::cast);
  }

  private Optional<PodGroup> podGroup(Gang gang, PodGroupReference reference) {
    return cluster
        .get()
        .find(
            PodGroup.class, gang.namespace(), PodGroup.identity(reference.api(), reference.name()));
  }
}
