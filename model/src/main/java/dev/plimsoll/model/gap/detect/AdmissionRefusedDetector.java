package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.recorded.Contradiction;
import dev.plimsoll.kubernetes.recorded.Denier;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WebhookServer;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.CreatedPods;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.cost.WaitingSince;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds missing pods that the cluster recorded as denied and the model would admit. The cause is a
 * plug-in, policy or webhook without a model.
 */
final class AdmissionRefusedDetector implements GapDetector {

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.AdmissionRefused);
  }

  /** Events of the owners that lack pods for an unknown reason. */
  @Override
  public Unread unread(DetectionContext context) {
    return PodRequirements.ofOwners(context)
        .and(
            Unread.of(
                context.cluster(),
                context.workloads().stream()
                    .flatMap(w -> w.templateOwners().stream())
                    .filter(o -> wouldBeAdmitted(context, o).isPresent())
                    .filter(
                        o -> Contradiction.ofCreation(context.cluster(), o.workload()).isEmpty())
                    .map(o -> Requirement.in(o.workload().namespace(), Event.RESOURCE))
                    .distinct()
                    .toList()));
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    return context.simulation().isAsRead()
        ? context
            .examination()
            .each(
                context.workloads().stream().filter(context::isSubject).toList(),
                WorkloadPods::root,
                w -> findings(context, w))
        : List.of();
  }

  private static List<Finding> findings(DetectionContext context, WorkloadPods workload) {
    return workload.templateOwners().stream()
        .flatMap(
            o ->
                wouldBeAdmitted(context, o)
                    .flatMap(
                        created ->
                            Contradiction.ofCreation(context.cluster(), o.workload())
                                .filter(
                                    c ->
                                        created.unread().isEmpty()
                                            ? c.isCurrent()
                                            : c.standsAlone())
                                .map(c -> finding(context, workload, o, created, c)))
                    .stream())
        .toList();
  }

  static Optional<CreatedPods> wouldBeAdmitted(DetectionContext context, PodTemplateOwner owner) {
    return context
        .createdPodsOf(owner)
        .filter(c -> c.firstAdmitted().isPresent())
        .filter(c -> c.firstDenied().isEmpty());
  }

  private static Finding finding(
      DetectionContext context,
      WorkloadPods workload,
      PodTemplateOwner owner,
      CreatedPods created,
      Contradiction said) {
    int missing = owner.missing();
    Optional<String> server =
        said.denier()
            .flatMap(Denier::unreachableWebhook)
            .flatMap(w -> WebhookServer.of(context.cluster(), context.simulation().workloads(), w));
    String denier =
        said.denier()
            .map(
                d ->
                    d.isCalled()
                        ? "by " + d.name()
                        : "because the API server cannot call "
                            + d.name()
                            + server.map(s -> " (" + s + ")").orElse(""))
            .orElse("by what is not known");
    String but = created.unread().isEmpty() ? ", which the model does not foresee" : "";
    FindingBuilder gap =
        FindingBuilder.of(GapKind.AdmissionRefused, workload.root())
            .message(
                Counted.of(missing, "pod", "is", "are")
                    + " denied "
                    + denier
                    + but
                    + ": \""
                    + said.recorded().message()
                    + "\"")
            .evidence("missingPods", missing)
            .evidence("reason", said.recorded().reason())
            .evidence("apiServer", said.recorded().message())
            .evidence("probableCause", said.causes());
    said.denier().ifPresent(r -> gap.evidence("deniedBy", r.name()));
    server.ifPresent(s -> gap.evidence("webhookServer", s));
    said.recorded().time().ifPresent(t -> gap.evidence("recordedAt", t));
    return gap.pods(missing)
        .cost(
            cost ->
                created
                    .firstAdmitted()
                    .ifPresent(
                        pod ->
                            cost.denied(
                                DetectionContext.requests(pod),
                                missing,
                                WaitingSince.ofMissingPods(
                                    context.waitingEvents(), owner.workload()))))
        .cause(context, new GapCause.Unremedied());
  }
}
