package dev.plimsoll.model.gap;

import dev.plimsoll.model.admission.AdmissionReport;
import dev.plimsoll.model.limits.LimitRangeViolation;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quota.QuotaDenial;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import java.util.Optional;

/**
 * Tells why pods that a workload should have are refused, and whether the nodes would take them if
 * they weren't.
 */
final class DeniedPodsDetector implements GapDetector {

  @Override
  public List<Finding> detect(DetectionContext detectionContext) {
    return detectionContext.denials().parallelStream()
        .filter(workloadDenial -> detectionContext.isSubject(workloadDenial.group()))
        .map(workloadDenial -> finding(detectionContext, workloadDenial))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<Finding> finding(
      DetectionContext detectionContext, WorkloadDenials.WorkloadDenial workloadDenial) {
    AdmissionReport report = workloadDenial.attempt().admission().orElseThrow();
    Optional<QuotaDenial> quota = report.quotaDenial();
    if (quota.isPresent()) {
      return quota(detectionContext, workloadDenial, quota.get());
    }
    return Optional.of(
        report.limitRangeViolations().isEmpty()
            ? invalid(detectionContext, workloadDenial, report)
            : limitRange(detectionContext, workloadDenial, report));
  }

  private static Optional<Finding> quota(
      DetectionContext detectionContext,
      WorkloadDenials.WorkloadDenial workloadDenial,
      QuotaDenial refusal) {
    if (refusal instanceof QuotaDenial.Exceeded exceeded) {
      return Optional.of(exceeded(detectionContext, workloadDenial, exceeded));
    }
    if (refusal instanceof QuotaDenial.MustSpecify must) {
      return Optional.of(
          gap(workloadDenial, GapKind.RequestRequired)
              .resource(must.missing().containers().firstKey())
              .message(
                  pods(workloadDenial) + " refused: quota " + must.quota() + " " + must.missing())
              .evidence("quota", must.quota())
              .evidence("missing", must.missing())
              .evidence("apiServer", message(workloadDenial))
              .remedies(() -> RequestProposer.propose(detectionContext, workloadDenial, must)));
    }
    if (refusal instanceof QuotaDenial.NoCoveringQuota
        || refusal instanceof QuotaDenial.NoCoveringScope) {
      return Optional.of(
          gap(workloadDenial, GapKind.ScopeUncovered)
              .message(pods(workloadDenial) + " refused: " + refusal.message())
              .evidence("apiServer", message(workloadDenial))
              .remedies(List::of));
    }
    if (refusal instanceof QuotaDenial.StatusUnknown unknown) {
      return Optional.of(
          gap(workloadDenial, GapKind.StaleUsage)
              .resource(unknown.keys().get(0))
              .message(pods(workloadDenial) + " refused: " + refusal.message())
              .evidence("quota", unknown.quota())
              .evidence("apiServer", message(workloadDenial))
              .remedies(List::of));
    }
    return Optional.empty();
  }

  private static Finding exceeded(
      DetectionContext detectionContext,
      WorkloadDenials.WorkloadDenial workloadDenial,
      QuotaDenial.Exceeded exceeded) {
    Simulation unlimited = detectionContext.simulation();
    for (ResourceQuota quota :
        detectionContext
            .cluster()
            .list(ResourceQuota.class, workloadDenial.group().root().namespace())) {
      unlimited = unlimited.with(new Change.RemoveQuota(quota.namespace(), quota.name()));
    }
    int placeable = unlimited.countPlaced(missing(workloadDenial));
    GapKind kind = placeable > 0 ? GapKind.QuotaExhaustedCapacityFree : GapKind.QuotaExhausted;
    ResourceName key = exceeded.limited().names().get(0);
    Quantity hard = exceeded.limited().getOrZero(key);
    Quantity used = exceeded.used().getOrZero(key);
    Quantity requested = exceeded.requested().getOrZero(key);
    String nodes =
        placeable > 0
            ? ", although nodes would take " + placeable
            : ", and no node would take them either";
    return gap(workloadDenial, kind)
        .resource(key)
        .message(
            pods(workloadDenial)
                + " refused: quota "
                + exceeded.quota()
                + " allows "
                + hard
                + " of "
                + key
                + ", "
                + used
                + " are used and each asks for "
                + requested
                + nodes)
        .evidence("quota", exceeded.quota())
        .evidence("hard", hard)
        .evidence("used", used)
        .evidence("requested", requested)
        .evidence("missingPods", workloadDenial.deniedPods())
        .evidence("placeable", placeable)
        .evidence("apiServer", message(workloadDenial))
        .remedies(() -> RaiseQuotaProposer.propose(detectionContext, workloadDenial, exceeded));
  }

  private static Finding limitRange(
      DetectionContext detectionContext,
      WorkloadDenials.WorkloadDenial workloadDenial,
      AdmissionReport report) {
    LimitRangeViolation first = report.limitRangeViolations().get(0);
    return gap(workloadDenial, GapKind.LimitRangeRefuses)
        .resource(first.resource())
        .message(
            pods(workloadDenial)
                + " refused by limit range "
                + first.limitRange()
                + ": "
                + first.message())
        .evidence("limitRange", first.limitRange())
        .evidence("bound", first.bound())
        .evidence("apiServer", message(workloadDenial))
        .remedies(
            () -> LimitRangeProposer.propose(detectionContext, workloadDenial, first.limitRange()));
  }

  private static Finding invalid(
      DetectionContext detectionContext,
      WorkloadDenials.WorkloadDenial workloadDenial,
      AdmissionReport report) {
    boolean injected = !report.injections().isEmpty();
    GapKind kind = injected ? GapKind.LimitRangeRefuses : GapKind.PodInvalid;
    FindingBuilder gap =
        gap(workloadDenial, kind)
            .message(pods(workloadDenial) + " rejected: " + report.message())
            .evidence("apiServer", message(workloadDenial));
    return injected
        ? gap.resource(report.injections().get(0).resource())
            .remedies(
                () ->
                    LimitRangeProposer.propose(
                        detectionContext, workloadDenial, report.injections().get(0).limitRange()))
        : gap.remedies(List::of);
  }

  private static FindingBuilder gap(WorkloadDenials.WorkloadDenial workloadDenial, GapKind kind) {
    return FindingBuilder.of(kind, workloadDenial.group().root()).pods(workloadDenial.deniedPods());
  }

  private static String pods(WorkloadDenials.WorkloadDenial workloadDenial) {
    int there = workloadDenial.group().pods().stream().filter(p -> !p.isTerminal()).toList().size();
    int wanted = there + workloadDenial.group().missing();
    int count = workloadDenial.deniedPods();
    return count
        + " of "
        + wanted
        + (wanted == 1 ? " pod" : " pods")
        + (count == 1 ? " is" : " are");
  }

  private static String message(WorkloadDenials.WorkloadDenial workloadDenial) {
    return workloadDenial.attempt().admission().map(AdmissionReport::message).orElse("");
  }

  static List<Pod> missing(WorkloadDenials.WorkloadDenial workloadDenial) {
    return workloadDenial.maker().missingPods();
  }
}
