package dev.plimsoll.model.explain;

import dev.plimsoll.model.admission.AdmissionReport;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.PersistentVolumeClaim;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.version.DefaultPlugin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is to be said of a pod that is denied, besides the API server's text. */
final class DenialNotes {
  private DenialNotes() {}

  static List<String> of(Cluster cluster, Pod pod, AdmissionReport report) {
    List<String> notes = new ArrayList<>();
    if (report.object() instanceof PersistentVolumeClaim claim) {
      notes.add("its claim " + claim.name() + " is denied, so that it isn't created");
    }
    if (report.forbiddenBy().equals(Optional.of(DefaultPlugin.PodSecurity.name()))) {
      notes.add(
          "by the labels of its namespace; whether the API server's configuration exempts it, a"
              + " snapshot doesn't show");
    }
    report
        .exceededQuota()
        .ifPresent(
            exceeded -> notes.addAll(PendingDeletion.holders(cluster, pod.namespace(), exceeded)));
    return notes;
  }
}
