package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.device.Fraction;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Severity;
import dev.plimsoll.model.gap.UnknownGaps;
import dev.plimsoll.model.gap.cost.ResourceCost;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The gaps that a set opens or makes worse, beside what becomes of its own pods. */
final class OpenedGaps {
  /** Kinds that tell what the cluster has recorded, which a change of the model doesn't touch. */
  static final Set<GapKind> RECORDED =
      Set.of(
          GapKind.SchedulerDisagrees,
          GapKind.OtherSchedulerSilent,
          GapKind.ControllerSilent,
          GapKind.RetryPending,
          GapKind.StaleUsage);

  /** Kinds that tell of pods which aren't made. */
  private static final Set<GapKind> OF_DENIALS =
      Set.of(
          GapKind.QuotaExhaustedCapacityFree,
          GapKind.QuotaExhausted,
          GapKind.QuotaExhaustedCapacityUnknown,
          GapKind.RolloutBlocked,
          GapKind.RequestRequired,
          GapKind.LimitRangeRefuses,
          GapKind.PodInvalid,
          GapKind.AdmissionRefused,
          GapKind.ScopeUncovered);

  /** Kinds that tell of pods which are there and have no node. */
  private static final Set<GapKind> OF_WAITING =
      Set.of(
          GapKind.NoEligibleNode,
          GapKind.GpusStranded,
          GapKind.Fragmented,
          GapKind.FragmentedDomain,
          GapKind.CapacityExhausted,
          GapKind.PlacementUnknown,
          GapKind.PodsHeld,
          GapKind.SchedulingGated);

  /** How much all gaps with one identity stop and take. */
  private static final class Extent {
    private int pods;
    private final Map<String, Fraction> amounts = new HashMap<>();

    void add(Gap gap) {
      pods += gap.pods();
      for (ResourceCost cost : gap.cost().resources()) {
        amounts.merge(cost.resource().name(), cost.amount(), Fraction::plus);
      }
    }

    boolean exceeds(Extent other) {
      return pods > other.pods
          || amounts.entrySet().stream()
              .anyMatch(
                  e ->
                      e.getValue().compareTo(other.amounts.getOrDefault(e.getKey(), Fraction.ZERO))
                          > 0);
    }
  }

  private final Responsible responsible;

  OpenedGaps(List<CheckedObject> set) {
    this.responsible = new Responsible(set);
  }

  /**
   * Returns the gaps that are new in the second survey, or worse than in the first.
   *
   * @param told the outcomes of the set, which tell of the pods of an autoscaler's target
   */
  List<Outcome> between(SeenGaps before, SeenGaps after, List<Outcome> told) {
    Map<String, Extent> then = extents(before);
    Map<String, Extent> now = extents(after);
    Set<String> seen = new TreeSet<>();
    return after.findings().stream()
        .filter(f -> concerns(f.gap(), told) && seen.add(f.gap().id()))
        .filter(
            f ->
                !then.containsKey(f.gap().id())
                    || now.getOrDefault(f.gap().id(), new Extent())
                        .exceeds(then.getOrDefault(f.gap().id(), new Extent())))
        .map(f -> outcome(f, then.containsKey(f.gap().id())))
        .toList();
  }

  /**
   * Returns the unread resources that could show another opened gap. A snapshot for checks says
   * itself that it has no workloads of others.
   */
  Unread unread(SeenGaps survey, Cluster cluster) {
    Unread unread =
        survey.unknowns().stream()
            .flatMap(u -> u.only(k -> !RECORDED.contains(k)).stream())
            .map(UnknownGaps::unread)
            .reduce(Unread.NOTHING, Unread::and);
    return cluster.limits().isEmpty()
        ? unread
        : Unread.all(
            unread.requirements().stream()
                .filter(r -> r.namespace().map(responsible::isIn).orElse(!coversSet(r, cluster)))
                .toList());
  }

  private boolean coversSet(Requirement requirement, Cluster cluster) {
    Coverage coverage = cluster.coverage(requirement.resource());
    return responsible.namespaces().stream().allMatch(coverage::includes);
  }

  /** Returns whether a gap's pods are denied. */
  static boolean isOfDenial(GapKind kind) {
    return OF_DENIALS.contains(kind);
  }

  /** Returns whether a gap's pods don't run: of the set's own pods that is said already. */
  private static boolean isOfPods(GapKind kind) {
    return OF_DENIALS.contains(kind) || OF_WAITING.contains(kind);
  }

  private boolean concerns(Gap gap, List<Outcome> told) {
    boolean isTold =
        responsible.has(gap.object())
            || told.stream().anyMatch(o -> o.key().isOfFailedPods(gap.object()));
    return !RECORDED.contains(gap.kind()) && !(isOfPods(gap.kind()) && isTold);
  }

  private static Map<String, Extent> extents(SeenGaps survey) {
    Map<String, Extent> extents = new HashMap<>();
    survey
        .findings()
        .forEach(f -> extents.computeIfAbsent(f.gap().id(), i -> new Extent()).add(f.gap()));
    return extents;
  }

  private Outcome outcome(Finding finding, boolean wasThere) {
    Gap gap = finding.gap();
    ObjectReference affected = gap.object();
    boolean ofOthers = isOfPods(gap.kind());
    Effect effect = ofOthers || wasThere ? Effect.WorseForOthers : Effect.OpensGap;
    FindingLevel level =
        ofOthers && gap.kind().severity() != Severity.Info
            ? FindingLevel.warning
            : FindingLevel.note;
    return new Outcome(
        Outcome.Key.of(effect, affected, gap.kind().name() + " " + gap.resource()),
        gap.pods(),
        () -> finding(finding, effect, level, wasThere));
  }

  private CheckFinding finding(
      Finding finding, Effect effect, FindingLevel level, boolean wasThere) {
    Gap gap = finding.withRemedies();
    Optional<Responsible.Field> at = responsible.of(gap, finding.workloads());
    return new CheckFinding(
        effect,
        level,
        gap.kind().name(),
        gap.object(),
        at.map(Responsible.Field::checked),
        at.map(Responsible.Field::path).orElse(List.of()),
        gap.resource(),
        gap.pods(),
        (wasThere ? "a gap gets worse: " : "a gap opens: ") + about(gap) + gap.message(),
        List.of(),
        gap.remedies().stream().filter(r -> r.helps()).toList(),
        Unread.NOTHING);
  }

  private static String about(Gap gap) {
    return gap.object().name().isEmpty() ? "" : CheckedObject.label(gap.object()) + ": ";
  }
}
