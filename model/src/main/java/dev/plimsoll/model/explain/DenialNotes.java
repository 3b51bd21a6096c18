package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.admission.policy.UnmodelledAdmission;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quota.QuotaAccount;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.kubernetes.workload.Workloads;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Adds notes to the API server's denial of a pod. */
final class DenialNotes {
  private static final int MOST_SHOWN = 3;

  private DenialNotes() {}

  /** Returns the words in which the controller of a Deployment or CronJob passes on a denial. */
  static String ofController(Workload denied, String message) {
    return switch (denied.type().kind()) {
      case "ReplicaSet" -> "Failed to create new replica set \"" + denied.name() + "\": " + message;
      case "Job" -> "Error creating job: " + message;
      default -> message;
    };
  }

  static List<String> of(Cluster cluster, Pod pod, AdmissionReport report) {
    List<String> notes = new ArrayList<>();
    if (report.object() instanceof PersistentVolumeClaim claim) {
      notes.add("its claim " + claim.name() + " is denied, so that it isn't created");
    }
    if (report.object() instanceof Workload creator) {
      notes.add(Workloads.label(creator.reference()) + " is denied, so that no pods are created");
    }
    notes.addAll(report.remarks());
    report
        .exceededQuota()
        .ifPresent(
            exceeded -> {
              notes.addAll(PendingDeletion.holders(cluster, pod.namespace(), exceeded));
              notes.addAll(PendingDeletion.staleCounts(cluster, pod.namespace(), exceeded));
            });
    notes.addAll(reservations(cluster, pod.namespace(), report));
    if (report.reachedValidation()) {
      String denied = denied(report.object());
      UnmodelledAdmission.mutators(cluster, AdmissionRequest.create(report.object()))
          .forEach(m -> notes.add(m.mendingSentence(denied)));
    }
    return notes;
  }

  private static String denied(ApiObject object) {
    if (object instanceof Pod) {
      return "it";
    }
    return object instanceof Workload workload
        ? Workloads.label(workload.reference())
        : "claim " + object.name();
  }

  /** Returns for what something is reserved of quotas that are exceeded. */
  private static List<String> reservations(
      Cluster cluster, String namespace, AdmissionReport report) {
    Set<String> exceeded =
        report.quotaAccounts().stream()
            .filter(a -> a.denial().filter(QuotaDenial.Exceeded.class::isInstance).isPresent())
            .map(QuotaAccount::quota)
            .collect(Collectors.toSet());
    List<LedgerSummary.Reserved> reserved =
        cluster.list(LedgerSummary.class).stream()
            .filter(l -> exceeded.contains(l.quota()) && l.namespaces().contains(namespace))
            .flatMap(l -> l.reservations().stream())
            .toList();
    List<String> notes = new ArrayList<>();
    reserved.stream().limit(MOST_SHOWN).forEach(r -> notes.add(r.describe(cluster.asOf())));
    if (reserved.size() > MOST_SHOWN) {
      notes.add("and " + Counted.of(reserved.size() - MOST_SHOWN, "more reservation"));
    }
    return notes;
  }
}
