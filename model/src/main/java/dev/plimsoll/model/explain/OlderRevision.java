package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import java.util.Comparator;
import java.util.Optional;

/** A ReplicaSet that stands for a revision of a Deployment which a newer one has replaced. */
public final class OlderRevision {
  private OlderRevision() {}

  /** Returns the explanation of its Deployment, which says so if a newer one has replaced it. */
  public static Explanation noted(Explanation explanation, Workload asked, WorkloadPods workload) {
    return of(asked, workload)
        .map(note -> explanation.withSummary(note + "; " + explanation.summary()))
        .orElse(explanation);
  }

  /** Returns which revision the workload is, if there is a newer one of the same Deployment. */
  private static Optional<String> of(Workload asked, WorkloadPods workload) {
    long own = revision(asked);
    return workload.templateOwners().stream()
        .map(PodTemplateOwner::workload)
        .max(Comparator.comparingLong(OlderRevision::revision))
        .filter(newest -> own > 0 && revision(newest) > own)
        .map(
            newest ->
                "replicaset/%s is revision %d, and replicaset/%s of revision %d has replaced it"
                    .formatted(asked.name(), own, newest.name(), revision(newest)));
  }

  private static long revision(Workload workload) {
    return workload.details() instanceof WorkloadDetails.ReplicaSet set
        ? set.revision().orElse(0)
        : 0;
  }
}
