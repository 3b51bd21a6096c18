package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.limits.Injection;
import dev.plimsoll.kubernetes.limits.LimitRangeViolation;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.LimitRangeItem;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.WorkloadDenial;
import dev.plimsoll.model.whatif.Change;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Proposes to widen the bounds of limit ranges that deny pods until they don't. */
final class LimitRangeBoundProposer implements RemedyProposer {

  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    if (!(cause instanceof GapCause.Denied denied)) {
      return List.of();
    }
    WorkloadDenial denial = denied.denial();
    AdmissionReport report = denial.report();
    Map<String, LimitRange> widened = new LinkedHashMap<>();
    Set<String> words = new LinkedHashSet<>();
    for (LimitRangeViolation violation : report.limitRangeViolations()) {
      String name = violation.limitRange();
      Optional.ofNullable(widened.get(name))
          .or(() -> context.cluster().find(LimitRange.class, denial.namespace(), name))
          .ifPresent(
              l -> {
                Optional<Quantity> needed = needed(violation, report.object());
                widened.put(name, widen(l, violation, needed));
                words.add(words(violation, needed));
              });
    }
    if (widened.isEmpty()) {
      return report.quotaDenial().isPresent() ? List.of() : withoutDefaults(context, denial);
    }
    return List.of(ofLimitRanges(String.join(", ", words), widened));
  }

  private static Proposal ofLimitRanges(String action, Map<String, LimitRange> changed) {
    List<Change> changes = new ArrayList<>();
    changed.values().forEach(l -> changes.add(new Change.Apply(l)));
    return Proposal.ofCluster(action, Actor.ADMIN, changes)
        .withCosts(List.of("it holds for all new pods of the namespace"));
  }

  /** Returns the bound that the container needs; empty if only removing the bound helps. */
  private static Optional<Quantity> needed(LimitRangeViolation violation, ApiObject object) {
    if (!(object instanceof Pod pod) || !violation.type().equals("Container")) {
      return Optional.empty();
    }
    ResourceName name = violation.resource();
    Optional<Container> container =
        Stream.concat(pod.spec().containers().stream(), pod.spec().initContainers().stream())
            .filter(c -> c.name().equals(violation.container()))
            .findFirst();
    Optional<Quantity> limit = container.flatMap(c -> c.resources().limits().get(name));
    Optional<Quantity> request = container.flatMap(c -> c.resources().requests().get(name));
    return switch (violation.rule()) {
      case MAX -> limit.map(l -> Quantity.max(l, request.orElse(l)));
      case MIN -> request.map(r -> limit.filter(l -> l.compareTo(r) < 0).orElse(r));
      case MAX_LIMIT_REQUEST_RATIO -> Optional.empty();
    };
  }

  private static String words(LimitRangeViolation violation, Optional<Quantity> needed) {
    String which =
        switch (violation.rule()) {
          case MAX -> "the maximum";
          case MIN -> "the minimum";
          case MAX_LIMIT_REQUEST_RATIO -> "the ratio of limit to request";
        };
    String where =
        " of "
            + violation.resource()
            + " per "
            + violation.type()
            + " in limit range "
            + violation.limitRange();
    return needed
        .map(q -> "change " + which + where + " from " + violation.bound() + " to " + q)
        .orElseGet(() -> "remove " + which + where);
  }

  private static LimitRange widen(
      LimitRange limitRange, LimitRangeViolation violation, Optional<Quantity> needed) {
    return limitRange.withLimits(
        limitRange.limits().stream()
            .map(i -> i.type().equals(violation.type()) ? widen(i, violation, needed) : i)
            .toList());
  }

  private static LimitRangeItem widen(
      LimitRangeItem item, LimitRangeViolation violation, Optional<Quantity> needed) {
    ResourceName name = violation.resource();
    return switch (violation.rule()) {
      case MAX ->
          item.replaceBounds(
              changed(
                  item.max(), name, needed.map(q -> Quantity.max(q, item.max().getOrZero(name)))),
              item.min(),
              item.maxLimitRequestRatio());
      case MIN ->
          item.replaceBounds(
              item.max(),
              changed(
                  item.min(),
                  name,
                  needed.map(
                      q ->
                          q.compareTo(item.min().getOrZero(name)) < 0
                              ? q
                              : item.min().getOrZero(name))),
              item.maxLimitRequestRatio());
      case MAX_LIMIT_REQUEST_RATIO ->
          item.replaceBounds(item.max(), item.min(), item.maxLimitRequestRatio().without(name));
    };
  }

  private static Resources changed(Resources old, ResourceName name, Optional<Quantity> bound) {
    if (!old.contains(name)) {
      return old;
    }
    return bound.map(q -> old.with(name, q)).orElseGet(() -> old.without(name));
  }

  /** Returns the removal of the defaults that make the pods invalid. */
  private static List<Proposal> withoutDefaults(DetectionContext context, WorkloadDenial denial) {
    Map<String, LimitRange> changed = new LinkedHashMap<>();
    Set<String> words = new LinkedHashSet<>();
    for (Injection injection : denial.report().injections()) {
      String name = injection.limitRange();
      Optional.ofNullable(changed.get(name))
          .or(() -> context.cluster().find(LimitRange.class, denial.namespace(), name))
          .ifPresent(
              l -> {
                changed.put(name, DefaultRemovalProposer.without(l, injection.resource()));
                words.add(injection.resource() + " from those of limit range " + name);
              });
    }
    return changed.isEmpty()
        ? List.of()
        : List.of(
            ofLimitRanges(
                "take the defaults that make the pods invalid away: " + String.join(", ", words),
                changed));
  }
}
