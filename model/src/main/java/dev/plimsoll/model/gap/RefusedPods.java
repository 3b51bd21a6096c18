package dev.plimsoll.model.gap;

import dev.plimsoll.model.admission.AdmissionReport;
import dev.plimsoll.model.limits.Violation;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quota.QuotaRefusal;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.World;
import java.util.List;
import java.util.Optional;

/**
 * Tells why pods that a workload should have are refused, and whether the nodes would take them if
 * they weren't.
 */
final class RefusedPods implements Detector {

  @Override
  public List<Finding> detect(Scene scene) {
    return scene.refusals().parallelStream()
        .filter(refused -> scene.asksFor(refused.group()))
        .map(refused -> finding(scene, refused))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<Finding> finding(Scene scene, Refusals.Refused refused) {
    AdmissionReport report = refused.attempt().admission().orElseThrow();
    Optional<QuotaRefusal> quota = report.quotaRefusal();
    if (quota.isPresent()) {
      return quota(scene, refused, quota.get());
    }
    return Optional.of(
        report.limitRangeRefusal().isPresent()
            ? limitRange(scene, refused, report)
            : invalid(scene, refused, report));
  }

  private static Optional<Finding> quota(
      Scene scene, Refusals.Refused refused, QuotaRefusal refusal) {
    if (refusal instanceof QuotaRefusal.Exceeded exceeded) {
      return Optional.of(exceeded(scene, refused, exceeded));
    }
    if (refusal instanceof QuotaRefusal.MustSpecify must) {
      return Optional.of(
          gap(refused, GapKind.RequestRequired)
              .resource(must.missing().containers().firstKey())
              .message(pods(refused) + " refused: quota " + must.quota() + " " + must.missing())
              .evidence("quota", must.quota())
              .evidence("missing", must.missing())
              .evidence("apiServer", message(refused))
              .remedies(() -> RequestProposal.propose(scene, refused, must)));
    }
    if (refusal instanceof QuotaRefusal.NoCoveringQuota
        || refusal instanceof QuotaRefusal.NoCoveringScope) {
      return Optional.of(
          gap(refused, GapKind.ScopeUncovered)
              .message(pods(refused) + " refused: " + refusal.message())
              .evidence("apiServer", message(refused))
              .remedies(List::of));
    }
    if (refusal instanceof QuotaRefusal.StatusUnknown unknown) {
      return Optional.of(
          gap(refused, GapKind.StaleUsage)
              .resource(unknown.keys().get(0))
              .message(pods(refused) + " refused: " + refusal.message())
              .evidence("quota", unknown.quota())
              .evidence("apiServer", message(refused))
              .remedies(List::of));
    }
    return Optional.empty();
  }

  private static Finding exceeded(
      Scene scene, Refusals.Refused refused, QuotaRefusal.Exceeded exceeded) {
    World unlimited = scene.world();
    for (ResourceQuota quota :
        scene.cluster().list(ResourceQuota.class, refused.group().root().namespace())) {
      unlimited = unlimited.with(new Change.RemoveQuota(quota.namespace(), quota.name()));
    }
    int placeable = unlimited.countPlaced(missing(refused));
    GapKind kind = placeable > 0 ? GapKind.QuotaExhaustedCapacityFree : GapKind.QuotaExhausted;
    ResourceName key = exceeded.limited().names().get(0);
    Quantity hard = exceeded.limited().getOrZero(key);
    Quantity used = exceeded.used().getOrZero(key);
    Quantity requested = exceeded.requested().getOrZero(key);
    String nodes =
        placeable > 0
            ? ", although nodes would take " + placeable
            : ", and no node would take them either";
    return gap(refused, kind)
        .resource(key)
        .message(
            pods(refused)
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
        .evidence("missingPods", refused.refused())
        .evidence("placeable", placeable)
        .evidence("apiServer", message(refused))
        .remedies(() -> QuotaProposal.propose(scene, refused, exceeded));
  }

  private static Finding limitRange(Scene scene, Refusals.Refused refused, AdmissionReport report) {
    Violation first = report.limitRangeRefusal().orElseThrow().violations().get(0);
    return gap(refused, GapKind.LimitRangeRefuses)
        .resource(first.resource())
        .message(
            pods(refused)
                + " refused by limit range "
                + first.limitRange()
                + ": "
                + first.message())
        .evidence("limitRange", first.limitRange())
        .evidence("bound", first.bound())
        .evidence("apiServer", message(refused))
        .remedies(() -> LimitRangeProposal.propose(scene, refused, first.limitRange()));
  }

  private static Finding invalid(Scene scene, Refusals.Refused refused, AdmissionReport report) {
    boolean injected = !report.injections().isEmpty();
    GapKind kind = injected ? GapKind.LimitRangeRefuses : GapKind.PodInvalid;
    GapBuilder gap =
        gap(refused, kind)
            .message(pods(refused) + " rejected: " + report.message())
            .evidence("apiServer", message(refused));
    return injected
        ? gap.resource(report.injections().get(0).resource())
            .remedies(
                () ->
                    LimitRangeProposal.propose(
                        scene, refused, report.injections().get(0).limitRange()))
        : gap.remedies(List::of);
  }

  private static GapBuilder gap(Refusals.Refused refused, GapKind kind) {
    return GapBuilder.of(kind, refused.group().root()).pods(refused.refused());
  }

  private static String pods(Refusals.Refused refused) {
    int there = refused.group().pods().stream().filter(p -> !p.isTerminal()).toList().size();
    int wanted = there + refused.group().missing();
    int count = refused.refused();
    return count
        + " of "
        + wanted
        + (wanted == 1 ? " pod" : " pods")
        + (count == 1 ? " is" : " are");
  }

  private static String message(Refusals.Refused refused) {
    return refused.attempt().admission().map(AdmissionReport::message).orElse("");
  }

  static List<Pod> missing(Refusals.Refused refused) {
    return refused.maker().missingPods();
  }
}
