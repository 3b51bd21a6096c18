package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.limits.Injection;
import dev.plimsoll.kubernetes.limits.LimitRangeViolation;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.kubernetes.recorded.RecordedQuota;
import dev.plimsoll.model.gap.BlockedRollout;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.WorkloadDenial;
import dev.plimsoll.model.whatif.PlacedCount;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.WithoutQuotas;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Finds pods that a workload lacks because admission denies them. */
final class DeniedPodsDetector implements GapDetector {

  @Override
  public Set<GapKind> kinds() {
    return Set.of(
        GapKind.QuotaExhaustedCapacityFree,
        GapKind.QuotaExhausted,
        GapKind.QuotaExhaustedCapacityUnknown,
        GapKind.RequestRequired,
        GapKind.LimitRangeRefuses,
        GapKind.PodInvalid,
        GapKind.AdmissionRefused,
        GapKind.ScopeUncovered);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return PodRequirements.ofDenials(context);
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    return context
        .examination()
        .each(
            context.denials().stream().filter(d -> context.isSubject(d.workload())).toList(),
            d -> d.workload().root(),
            d ->
                BlockedRollout.of(context, d).isPresent()
                    ? List.of()
                    : finding(context, d).stream().toList());
  }

  private static Optional<Finding> finding(DetectionContext context, WorkloadDenial denial) {
    AdmissionReport report = denial.report();
    Optional<QuotaDenial> quotaDenial = report.quotaDenial();
    Optional<FindingBuilder> gap =
        quotaDenial.isPresent()
            ? byQuota(context, denial, quotaDenial.get())
            : Optional.of(otherwise(denial));
    return gap.map(
        g ->
            g.evidence("apiServer", report.message())
                .cost(Costs.denied(context, List.of(denial)))
                .cause(context, new GapCause.Denied(denial)));
  }

  private static Optional<FindingBuilder> byQuota(
      DetectionContext context, WorkloadDenial denial, QuotaDenial why) {
    if (why instanceof QuotaDenial.Exceeded exceeded) {
      return Optional.of(exceeded(context, denial, exceeded));
    }
    if (why instanceof QuotaDenial.MustSpecify must) {
      return Optional.of(
          gap(denial, GapKind.RequestRequired, ": " + why.message())
              .resource(must.missing().names().get(0))
              .evidence("quota", must.quota())
              .evidence("missing", must.missing()));
    }
    if (why instanceof QuotaDenial.NoCoveringQuota || why instanceof QuotaDenial.NoCoveringScope) {
      return Optional.of(gap(denial, GapKind.ScopeUncovered, ": " + why.message()));
    }
    return why instanceof QuotaDenial.StatusUnknown unknown
        ? Optional.of(
            gap(denial, GapKind.StaleUsage, ": " + why.message())
                .resource(unknown.keys().get(0))
                .evidence("quota", unknown.quota()))
        : Optional.empty();
  }

  private static FindingBuilder exceeded(
      DetectionContext context, WorkloadDenial denial, QuotaDenial.Exceeded exceeded) {
    Unread unread = unreadForPlacing(context, denial);
    GapKind kind = GapKind.QuotaExhaustedCapacityUnknown;
    int placeable = 0;
    if (unread.isEmpty()) {
      placeable = placeable(context, denial);
      kind = placeable > 0 ? GapKind.QuotaExhaustedCapacityFree : GapKind.QuotaExhausted;
    }
    String capacity =
        unread.isEmpty()
            ? "nodes have capacity for "
                + (placeable > 0 ? placeable : "none")
                + more(context, denial, placeable)
            : "whether nodes have capacity isn't known, since " + unread.message();
    ResourceName key = exceeded.limited().names().get(0);
    Quantity hard = exceeded.limited().getOrZero(key);
    Quantity used = exceeded.used().getOrZero(key);
    Quantity requested = exceeded.requested().getOrZero(key);
    String recorded =
        Optional.of(context.simulation())
            .filter(Simulation::isAsRead)
            .flatMap(s -> RecordedQuota.beyond(s.cluster(), denial.owner().workload(), exceeded))
            .map(sentence -> "; " + sentence)
            .orElse("");
    String why =
        ": exceeded quota %s (%s: limit %s, used %s, requested %s per %s); %s%s"
            .formatted(
                exceeded.quota(),
                key,
                hard,
                used,
                requested,
                unit(denial.report()),
                capacity,
                recorded);
    FindingBuilder gap =
        gap(denial, kind, why)
            .resource(key)
            .evidence("quota", exceeded.quota())
            .evidence("hard", hard)
            .evidence("used", used)
            .evidence("requested", requested)
            .evidence("missingPods", denial.deniedPods());
    return unread.isEmpty()
        ? gap.evidence("placeable", placeable)
        : gap.evidence("unread", unread.names());
  }

  /** Returns the end of a sentence about nodes that autoscalers may add if the present are full. */
  private static String more(DetectionContext context, WorkloadDenial denial, int placeable) {
    return placeable < denial.deniedPods()
        ? AutoscaledCapacity.mayCome(context.cluster(), denial.deniedByQuota())
        : "";
  }

  /**
   * Returns the kind of the denied object in lower case: a pod, or an object that must be created
   * before the pod.
   */
  private static String unit(AdmissionReport report) {
    return report.object().type().kind().toLowerCase(Locale.ROOT);
  }

  private static Unread unreadForPlacing(DetectionContext context, WorkloadDenial denial) {
    Pod pod = denial.report().object() instanceof Pod denied ? denied : denial.attempt().pod();
    return context.simulation().unreadForPlacing(pod);
  }

  private static int placeable(DetectionContext context, WorkloadDenial denial) {
    Simulation unlimited = WithoutQuotas.of(context.simulation(), List.of(denial.namespace()));
    int admitted = denial.missingPods().size() - denial.deniedPods();
    return Math.max(0, PlacedCount.of(unlimited, denial.missingPods()) - admitted);
  }

  private static FindingBuilder otherwise(WorkloadDenial denial) {
    AdmissionReport report = denial.report();
    if (!report.limitRangeViolations().isEmpty()) {
      return byLimitRange(denial, report.limitRangeViolations().get(0));
    }
    return report
        .forbiddenBy()
        .map(
            denier ->
                gap(denial, GapKind.AdmissionRefused, " by " + denier + ": " + report.message())
                    .evidence("deniedBy", denier)
                    .evidence("missingPods", denial.deniedPods()))
        .orElseGet(() -> invalid(denial));
  }

  private static FindingBuilder byLimitRange(WorkloadDenial denial, LimitRangeViolation first) {
    return gap(
            denial,
            GapKind.LimitRangeRefuses,
            " by limit range " + first.limitRange() + ": " + first.message())
        .resource(first.resource())
        .evidence("limitRange", first.limitRange())
        .evidence("bound", first.bound());
  }

  /** Returns the gap of pods that are invalid, which the default of a limit range may have made. */
  private static FindingBuilder invalid(WorkloadDenial denial) {
    String why = ": " + denial.report().message();
    List<Injection> injections = denial.report().injections();
    return injections.isEmpty()
        ? gap(denial, GapKind.PodInvalid, why)
        : gap(denial, GapKind.LimitRangeRefuses, why).resource(injections.get(0).resource());
  }

  private static FindingBuilder gap(WorkloadDenial denial, GapKind kind, String why) {
    int denied = denial.deniedPods();
    int desired =
        denial.workload().templateOwners().stream()
            .mapToInt(o -> Math.max(o.missing(), o.template().replicas().orElse(0)))
            .sum();
    return FindingBuilder.of(kind, denial.workload().root())
        .pods(denied)
        .message(
            denied
                + " of "
                + desired
                + (desired == 1 ? " pod" : " pods")
                + (denied == 1 ? " is" : " are")
                + " denied"
                + why);
  }
}
