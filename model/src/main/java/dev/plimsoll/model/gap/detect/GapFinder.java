package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Examined;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.gap.UnknownGaps;
import dev.plimsoll.model.gap.cost.GapCost;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Finds the gaps of a cluster, of a namespace, or of one workload. */
public final class GapFinder {
  private static final List<GapDetector> ALL =
      List.of(
          new DeniedPodsDetector(),
          new RolloutBlockedDetector(),
          new AdmissionRefusedDetector(),
          new DeniedChildDetector(),
          new UnschedulablePodsDetector(),
          new SchedulerDisagreesDetector(),
          new SilentOtherSchedulerDetector(),
          new SilentControllerDetector(),
          new RejectedPodsDetector(),
          new OverdueDeletionDetector(),
          new HeldPodsDetector(),
          new RetryPendingDetector(),
          new PlacementUnknownDetector(),
          new PendingHoldersDetector(),
          new LimitRangeInjectionDetector(),
          new DeadQuotaKeyDetector(),
          new QuotaBelowUsageDetector(),
          new NoQuotaDetector(),
          new QuotaSumDetector(),
          new UnreachableQuotaDetector(),
          new WithheldNodeDetector(),
          new StrandedNodeDetector(),
          new IdleDeviceDetector(),
          new UnstartedPodsDetector(),
          new OverfullNodeDetector(),
          new UnavailableDevicesDetector(),
          new PendingResizeDetector(),
          new TighterQuotaDetector(),
          new StaleUsageDetector(),
          new StaleLedgerDetector(),
          new QueueQuotaDetector(),
          new QueueUsageDetector(),
          new InactiveQueueDetector(),
          new MisconfiguredQueueDetector(),
          new InadmissibleDetector(),
          new ExhaustedQueueDetector(),
          new PromisedQueueDetector(),
          new ClosedQueueDetector(),
          new GatedPodDetector());

  /**
   * Detectors whose gaps can concern a single workload. All others look at the cluster or at quotas
   * only.
   */
  private static final List<GapDetector> OF_WORKLOADS =
      List.of(
          new DeniedPodsDetector(),
          new RolloutBlockedDetector(),
          new AdmissionRefusedDetector(),
          new DeniedChildDetector(),
          new UnschedulablePodsDetector(),
          new SchedulerDisagreesDetector(),
          new SilentOtherSchedulerDetector(),
          new SilentControllerDetector(),
          new RejectedPodsDetector(),
          new OverdueDeletionDetector(),
          new HeldPodsDetector(),
          new RetryPendingDetector(),
          new PlacementUnknownDetector(),
          new PendingHoldersDetector(),
          new LimitRangeInjectionDetector(),
          new IdleDeviceDetector(),
          new UnstartedPodsDetector(),
          new PendingResizeDetector(),
          new MisconfiguredQueueDetector(),
          new InadmissibleDetector(),
          new ExhaustedQueueDetector(),
          new GatedPodDetector());

  private static final List<GapDetector> OF_WAITING_PODS =
      List.of(new UnschedulablePodsDetector(), new GatedPodDetector());

  private static final Comparator<Finding> WORST_FIRST =
      Comparator.comparing((Finding f) -> f.gap().kind())
          .thenComparing(f -> -f.gap().pods())
          .thenComparing(f -> f.gap().namespace())
          .thenComparing(f -> f.gap().object().name())
          .thenComparing(f -> f.gap().resource())
          .thenComparing(f -> f.gap().message());

  /** By what they cost, then by how bad they are. */
  private static final Comparator<Finding> COSTLIEST_FIRST =
      Comparator.comparing((Finding f) -> f.gap().cost(), GapCost.COSTLIEST_FIRST)
          .thenComparing(f -> f.gap().kind().severity())
          .thenComparing(WORST_FIRST);

  private GapFinder() {}

  /** Returns all gaps, the costliest first. */
  public static List<Finding> find(Simulation simulation) {
    return survey(simulation).findings();
  }

  /** Returns all gaps, the costliest first, and what isn't known. */
  public static GapSurvey survey(Simulation simulation) {
    return survey(simulation, PodHolds.NONE);
  }

  /**
   * Returns all gaps, the costliest first, and what isn't known.
   *
   * @param holds which pods are held at placement
   */
  public static GapSurvey survey(Simulation simulation, PodHolds holds) {
    return surveyWithout(Set.of(), simulation, holds);
  }

  /**
   * Returns the gaps of other kinds, the costliest first, and the unknown facts.
   *
   * @param kinds the kinds that aren't looked for
   * @param holds which pods are held at placement
   */
  public static GapSurvey surveyWithout(Set<GapKind> kinds, Simulation simulation, PodHolds holds) {
    Stream.<Runnable>of(simulation::snapshot, simulation.workloads()::list)
        .parallel()
        .forEach(Runnable::run);
    DetectionContext context = new DetectionContext(simulation, "", holds);
    List<GapDetector> detectors = without(kinds);
    return new GapSurvey(
        SharedCause.grouped(find(detectors, context), COSTLIEST_FIRST),
        unknowns(detectors, context),
        Examined.of(simulation.cluster(), ""),
        context.examination());
  }

  /**
   * Returns the gaps that stop existing pods, the gaps that keep workloads from creating pods, and
   * idle devices by measured usage, the worst first.
   */
  public static GapSurvey surveyOfWaitingPods(Simulation simulation) {
    DetectionContext context = new DetectionContext(simulation, "");
    List<Finding> found = new ArrayList<>(find(OF_WAITING_PODS, context));
    found.removeIf(f -> f.waiting().isEmpty());
    found.addAll(find(List.of(new DeniedPodsDetector(), new IdleDeviceDetector()), context));
    return new GapSurvey(
        found.stream().sorted(WORST_FIRST).toList(),
        List.of(),
        Examined.of(simulation.cluster(), ""),
        context.examination());
  }

  /**
   * Returns the gaps of one namespace, the costliest first, those of the whole cluster left out.
   */
  public static List<Finding> find(Simulation simulation, String namespace) {
    return survey(simulation, namespace).findings();
  }

  /**
   * Returns the gaps of one namespace, the costliest first, and what isn't known of it; those of
   * the whole cluster left out.
   */
  public static GapSurvey survey(Simulation simulation, String namespace) {
    return survey(simulation, namespace, PodHolds.NONE);
  }

  /**
   * Returns the gaps of one namespace, the costliest first, and what isn't known of it; those of
   * the whole cluster left out.
   *
   * @param holds which pods are held at placement
   */
  public static GapSurvey survey(Simulation simulation, String namespace, PodHolds holds) {
    return surveyWithout(Set.of(), simulation, namespace, holds);
  }

  /**
   * Returns the gaps of one namespace and of all other kinds, the costliest first. The survey also
   * names the unknown facts. Gaps of the whole cluster are left out.
   *
   * @param kinds the kinds that aren't looked for
   * @param holds which pods are held at placement
   */
  public static GapSurvey surveyWithout(
      Set<GapKind> kinds, Simulation simulation, String namespace, PodHolds holds) {
    DetectionContext context = new DetectionContext(simulation, namespace, holds);
    List<GapDetector> detectors = without(kinds);
    return new GapSurvey(
        SharedCause.grouped(
            find(detectors, context).stream()
                .filter(f -> f.gap().namespace().equals(namespace))
                .toList(),
            COSTLIEST_FIRST),
        unknowns(detectors, context),
        Examined.of(simulation.cluster(), namespace),
        context.examination());
  }

  /** Returns the gaps that concern one workload, the worst first. */
  public static GapSurvey survey(Simulation simulation, WorkloadPods workload, PodHolds holds) {
    DetectionContext context = new DetectionContext(simulation, workload, holds);
    return new GapSurvey(
        find(OF_WORKLOADS, context).stream()
            .filter(f -> f.concerns(workload.root()))
            .sorted(WORST_FIRST)
            .toList(),
        List.of(),
        Examined.of(simulation.cluster(), workload.root().namespace()),
        context.examination());
  }

  private static List<GapDetector> without(Set<GapKind> kinds) {
    return ALL.stream().filter(d -> !kinds.containsAll(d.kinds())).toList();
  }

  private static List<Finding> find(List<GapDetector> detectors, DetectionContext context) {
    List<Finding> found = new ArrayList<>();
    for (GapDetector detector : detectors) {
      found.addAll(context.examination().of(detector.kinds(), () -> detector.detect(context)));
    }
    return found;
  }

  /**
   * Returns the unread objects of the detectors; detectors with the same unread objects share an
   * entry.
   */
  private static List<UnknownGaps> unknowns(List<GapDetector> detectors, DetectionContext context) {
    Map<Set<Requirement>, Set<GapKind>> kinds = new LinkedHashMap<>();
    for (GapDetector detector : detectors) {
      Unread unread = detector.unread(context);
      if (!unread.isEmpty()) {
        kinds
            .computeIfAbsent(Set.copyOf(unread.requirements()), u -> new TreeSet<>())
            .addAll(detector.kinds());
      }
    }
    return kinds.entrySet().stream()
        .map(e -> new UnknownGaps(e.getValue(), Unread.all(new TreeSet<>(e.getKey()))))
        .toList();
  }
}
