package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.PodDefaults;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The answers about pods that may not exist yet, perhaps because the API server denies them. */
public final class DeniedStart {
  private static final String LIMIT =
      "The pod isn't created yet, so it has no place in the queue and no time can be estimated.";

  private static final String OPEN = "-…";

  private DeniedStart() {}

  /**
   * Returns the answers about pods. Pods that aren't in the cluster are submitted one after the
   * other; those that are denied come last.
   */
  public static List<StartEstimate> estimates(
      StartEstimator estimator, Simulation simulation, Collection<Pod> pods) {
    List<Pod> existing = new ArrayList<>();
    List<StartEstimate> denied = new ArrayList<>();
    Simulation current = simulation;
    for (Pod pod : pods) {
      if (simulation.cluster().find(Pod.class, pod.namespace(), pod.name()).isPresent()) {
        existing.add(pod);
        continue;
      }
      Simulation.Step step = current.admit(pod);
      current = step.after();
      if (step.attempt().isAdmitted()) {
        existing.add(step.attempt().pod());
      } else {
        denied.add(of(step.attempt(), current, pod));
      }
    }
    List<StartEstimate> estimates = new ArrayList<>(estimator.estimates(existing));
    estimates.addAll(denied);
    AwaitedCreation creation = new AwaitedCreation(simulation);
    return estimates.stream()
        .map(e -> creation.noted(e).withPod(named(e.pod(), simulation)))
        .toList();
  }

  /**
   * Returns the pod with the name that is known. The name of a pod that a controller has yet to
   * create ends in a random part, which stays open; a StatefulSet alone names its pods in advance.
   */
  private static Pod named(Pod pod, Simulation simulation) {
    Optional<OwnerReference> controller =
        pod.metadata().controller().filter(c -> !c.kind().equals("StatefulSet"));
    boolean isOpen =
        controller.isPresent()
            && simulation.cluster().find(Pod.class, pod.namespace(), pod.name()).isEmpty();
    return isOpen
        ? pod.withMetadata(pod.metadata().withName(controller.orElseThrow().name() + OPEN))
        : pod;
  }

  private static StartEstimate of(Attempt denied, Simulation simulation, Pod pod) {
    return new StartEstimate(
        PodDefaults.apply(asDenied(denied)),
        StartEstimate.State.Waiting,
        Optional.empty(),
        denied.unread().isEmpty()
            ? needs(denied.admission().orElseThrow(), simulation, pod)
            : new Needs.Unknown(denied.unread().message()),
        new QueuePlace(0, 0, QueuePlace.Order.NotCreated),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(LIMIT));
  }

  /** Returns the pod as it was when it was denied, such as with the requests of limit ranges. */
  private static Pod asDenied(Attempt denied) {
    return denied
        .admission()
        .map(AdmissionReport::object)
        .filter(Pod.class::isInstance)
        .map(Pod.class::cast)
        .orElse(denied.pod());
  }

  private static Needs needs(AdmissionReport report, Simulation simulation, Pod pod) {
    return report
        .exceededQuota()
        .map(denial -> ofQuota(denial, new QuotaRelease(simulation, pod)))
        .orElseGet(
            () ->
                new Needs.Event(
                    "the API server must admit the pod, but says: " + report.message()));
  }

  private static Needs ofQuota(QuotaDenial.Exceeded denial, QuotaRelease release) {
    List<Needs.Lack> lacks = new ArrayList<>();
    for (ResourceName key : denial.requested().names()) {
      Quantity requested = denial.requested().getOrZero(key);
      Quantity limit = denial.limited().getOrZero(key);
      if (requested.compareTo(limit) > 0) {
        return new Needs.Never(
            "it requests %s %s, and quota %s limits these to %s; the quota must be raised"
                .formatted(requested, key, denial.quota(), limit),
            "");
      }
      Quantity over = requested.add(denial.used().getOrZero(key)).subtract(limit);
      lacks.add(new Needs.Lack(Needs.Layer.Quota, denial.quota(), key.name(), over.toString()));
    }
    return release.isHeldByServices()
        ? new Needs.NothingEnds(lacks)
        : new Needs.Release(lacks, release.sets());
  }
}
