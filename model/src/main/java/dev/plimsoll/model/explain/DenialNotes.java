package dev.plimsoll.model.explain;

import dev.plimsoll.model.admission.AdmissionReport;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.PersistentVolumeClaim;
import dev.plimsoll.model.object.Pod;
import java.util.ArrayList;
import java.util.List;

/** What is to be said of a pod that is denied, besides the API server's text. */
final class DenialNotes {
  private DenialNotes() {}

  static List<String> of(Cluster cluster, Pod pod, AdmissionReport report) {
    List<String> notes = new ArrayList<>();
    if (report.object() instanceof PersistentVolumeClaim claim) {
      notes.add("its claim " + claim.name() + " is denied, so that it isn't created");
    }
    report
        .exceededQuota()
        .ifPresent(
            exceeded -> notes.addAll(PendingDeletion.holders(cluster, pod.namespace(), exceeded)));
    return notes;
  }
}
