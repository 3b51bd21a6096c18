package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.ResourceQuotaController;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.gap.CreatedPods;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.QuotaChange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The pods in a namespace that are yet to be created, and that a quota counts. The controller that
 * tries first takes the free quota.
 *
 * @param byWorkload how many pods each workload lacks, and what the quota charges for them
 * @param charge what the quota charges for all of them
 */
record CompetingPods(Map<ObjectReference, Lacking> byWorkload, Quantity charge) {
  private static final int NAMED = 3;

  /**
   * The pods that a workload lacks.
   *
   * @param pods how many there are
   * @param charge what the quota charges for them
   */
  record Lacking(int pods, Quantity charge) {
    private Lacking and(Lacking other) {
      return new Lacking(pods + other.pods, charge.add(other.charge));
    }
  }

  private record OfKey(String namespace, String quota, ResourceName key) {}

  /** Names the other workloads that may take what a raised quota gives, if there are any. */
  static Optional<String> sentence(
      DetectionContext context, TriedPods pods, QuotaChange.SetQuota raised) {
    OfKey key = new OfKey(raised.namespace(), raised.quota(), raised.key());
    return pods.stored()
        ? Optional.empty()
        : context
            .shared()
            .of(key, () -> of(context, key))
            .sentence(pods.workload().root(), raised.value());
  }

  private static CompetingPods of(DetectionContext context, OfKey key) {
    Map<ObjectReference, Lacking> byWorkload = new LinkedHashMap<>();
    Quantity all = Quantity.ZERO;
    Optional<ResourceQuota> quota =
        context.cluster().find(ResourceQuota.class, key.namespace(), key.quota());
    for (WorkloadPods workload : context.workloads()) {
      if (quota.isPresent() && workload.root().namespace().equals(key.namespace())) {
        for (PodTemplateOwner owner : workload.templateOwners()) {
          Lacking lacking = lacking(context, owner, quota.get(), key.key());
          if (lacking.charge().signum() > 0) {
            byWorkload.merge(workload.root(), lacking, Lacking::and);
            all = all.add(lacking.charge());
          }
        }
      }
    }
    return new CompetingPods(byWorkload, all);
  }

  private static Lacking lacking(
      DetectionContext context, PodTemplateOwner owner, ResourceQuota quota, ResourceName key) {
    return context
        .createdPodsOf(owner)
        .flatMap(CompetingPods::asSubmitted)
        .map(pod -> ResourceQuotaController.charge(context.cluster(), quota, pod).getOrZero(key))
        .map(one -> new Lacking(owner.missing(), one.multiply(owner.missing())))
        .orElse(new Lacking(0, Quantity.ZERO));
  }

  /** Returns a pod as quotas see the pod; absent if something else denies the pods. */
  private static Optional<Pod> asSubmitted(CreatedPods created) {
    return created.firstDenied().isEmpty()
        ? created.firstAdmitted()
        : created
            .firstDenied()
            .flatMap(Attempt::admission)
            .filter(report -> report.exceededQuota().isPresent())
            .map(AdmissionReport::object)
            .filter(Pod.class::isInstance)
            .map(Pod.class::cast);
  }

  private Optional<String> sentence(ObjectReference own, Quantity raisedTo) {
    List<ObjectReference> others =
        byWorkload.keySet().stream().filter(root -> !root.equals(own)).toList();
    if (others.isEmpty()) {
      return Optional.empty();
    }
    Lacking mine = byWorkload.getOrDefault(own, new Lacking(0, Quantity.ZERO));
    int count = byWorkload.values().stream().mapToInt(Lacking::pods).sum() - mine.pods();
    return Optional.of(
        Counted.of(count, "pod")
            + " of "
            + names(others)
            + Counted.verb(count, " waits", " wait")
            + " to be created, too, and may take what is free first: a limit of "
            + raisedTo.add(charge.subtract(mine.charge()))
            + " suffices for all");
  }

  private static String names(List<ObjectReference> others) {
    String named = String.join(", ", others.stream().limit(NAMED).map(Workloads::label).toList());
    return others.size() > NAMED
        ? named + " and " + Counted.of(others.size() - NAMED, "more workload")
        : named;
  }
}
