package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.admission.policy.UnmodelledAdmission;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.Unexamined;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Checks a set of objects before anybody applies it.
 *
 * <p>The set is applied in the order of {@code ApplyOrder}; then its pods are created, each object
 * in turn. Whatever the cluster's gaps are afterwards and were not before is laid to the set.
 */
public final class SetCheck {
  private static final Comparator<CheckFinding> WORST_FIRST =
      Comparator.comparing(CheckFinding::level)
          .thenComparing(CheckFinding::effect)
          .thenComparing(f -> -f.pods());

  private final Simulation cluster;
  private final Function<Cluster, PodHolds> holds;

  private SetCheck(Simulation cluster, Function<Cluster, PodHolds> holds) {
    this.cluster = cluster;
    this.holds = holds;
  }

  /**
   * Makes a check against a cluster.
   *
   * @param holds which pods of a cluster are held at placement
   */
  public static SetCheck on(Simulation cluster, Function<Cluster, PodHolds> holds) {
    return new SetCheck(cluster.of(cluster.cluster()), holds);
  }

  /** Checks a set against the cluster as it is. */
  public CheckResult check(List<CheckedObject> set) {
    Set<String> namespaces = new Responsible(set).namespaces();
    ForkJoinTask<SeenGaps> before =
        ForkJoinPool.commonPool().submit(() -> survey(cluster, namespaces));
    SetRun run = SetRun.of(cluster, set, holds, o -> false);
    SeenGaps after = survey(run.after(), namespaces);
    List<Outcome> all = new ArrayList<>(run.outcomes());
    all.addAll(new OpenedGaps(set).between(before.join(), after, run.outcomes()));
    return result(set, run, all, List.of(), after);
  }

  /**
   * Checks what a change makes worse or better.
   *
   * @param base the set before the change
   * @param head the set after it; what it lacks of the base leaves the cluster
   */
  public CheckResult compare(List<CheckedObject> base, List<CheckedObject> head) {
    Map<String, CheckedObject> former = new HashMap<>();
    base.forEach(o -> former.put(key(o), o));
    Map<String, CheckedObject> now = new HashMap<>();
    head.forEach(o -> now.put(key(o), o));
    SetRun before = SetRun.of(cluster, base, holds, o -> false);
    List<ApiObject> leaving =
        base.stream().filter(o -> !now.containsKey(key(o))).map(CheckedObject::object).toList();
    Predicate<CheckedObject> isChanged =
        o -> Optional.ofNullable(former.get(key(o))).filter(f -> differs(f, o)).isPresent();
    SetRun after = SetRun.of(without(leaving), head, holds, isChanged);
    Set<String> namespaces = new Responsible(head).namespaces();
    ForkJoinTask<SeenGaps> surveyed =
        ForkJoinPool.commonPool().submit(() -> survey(before.after(), namespaces));
    SeenGaps surveyAfter = survey(after.after(), namespaces);
    SeenGaps surveyBefore = surveyed.join();
    OpenedGaps gaps = new OpenedGaps(head);
    List<Outcome> worse = new ArrayList<>(added(before.outcomes(), after.outcomes()));
    worse.addAll(gaps.between(surveyBefore, surveyAfter, after.outcomes()));
    List<Outcome> better = new ArrayList<>(added(after.outcomes(), before.outcomes()));
    better.addAll(new OpenedGaps(base).between(surveyAfter, surveyBefore, before.outcomes()));
    return result(head, after, worse, better, surveyAfter);
  }

  private SeenGaps survey(Simulation simulation, Set<String> namespaces) {
    return SeenGaps.of(simulation, holds.apply(simulation.cluster()), namespaces);
  }

  private static String key(CheckedObject checked) {
    ApiObject object = checked.object();
    return object.resource() + "/" + object.namespace() + "/" + object.name();
  }

  private static boolean differs(CheckedObject before, CheckedObject after) {
    return before.object() instanceof Workload workload
        && workload.templates().stream()
            .map(t -> FieldPath.parse(t.path()))
            .anyMatch(p -> !before.value(p).equals(after.value(p)));
  }

  private Simulation without(List<ApiObject> leaving) {
    Cluster left = cluster.cluster();
    for (ApiObject object : leaving) {
      List<ApiObject> gone = new ArrayList<>(List.of(object));
      if (object instanceof Workload workload) {
        cluster.workloads().workloadOf(workload.reference()).ifPresent(w -> addAll(gone, w));
      }
      if (object instanceof Namespace) {
        left.objects(object.name()).forEach(gone::add);
      }
      for (ApiObject each : gone) {
        left = left.without(each);
      }
      if (gone.stream().anyMatch(Pod.class::isInstance)) {
        String namespace = object instanceof Namespace ? object.name() : object.namespace();
        left = cluster.of(left).withResync(namespace).cluster();
      }
    }
    return cluster.of(left);
  }

  private static void addAll(List<ApiObject> gone, WorkloadPods workload) {
    workload.templateOwners().forEach(o -> gone.add(o.workload()));
    gone.addAll(workload.pods());
  }

  /** Returns the outcomes that the first run hasn't, or that concern more pods than in it. */
  private static List<Outcome> added(List<Outcome> first, List<Outcome> second) {
    Map<Outcome.Key, Integer> known = new HashMap<>();
    first.forEach(o -> known.merge(o.key(), o.pods(), Math::max));
    return second.stream()
        .filter(o -> o.key().effect() != Effect.Unknown)
        .filter(o -> o.pods() > known.getOrDefault(o.key(), 0))
        .toList();
  }

  private CheckResult result(
      List<CheckedObject> set,
      SetRun run,
      List<Outcome> worse,
      List<Outcome> better,
      SeenGaps after) {
    List<Outcome> all =
        Stream.concat(
                worse.stream(),
                run.outcomes().stream()
                    .filter(o -> o.key().effect() == Effect.Unknown && !worse.contains(o)))
            .toList();
    List<CheckFinding> findings =
        all.parallelStream().map(o -> o.finding().get()).sorted(WORST_FIRST).toList();
    Unread unread =
        SetRun.unread(findings.stream().filter(f -> !f.isKnown()).toList())
            .and(new OpenedGaps(set).unread(after, cluster.cluster()));
    if (!set.isEmpty()) {
      unread = unread.and(UnmodelledAdmission.unread(cluster.cluster()));
    }
    return new CheckResult(
        findings,
        better.stream().map(o -> mended(o.finding().get())).toList(),
        set.size(),
        run.pods(),
        run.placed(),
        unread,
        Unexamined.distinct(Stream.concat(run.unexamined().stream(), after.unexamined().stream())));
  }

  private static CheckFinding mended(CheckFinding finding) {
    return new CheckFinding(
        Effect.Better,
        FindingLevel.note,
        finding.rule(),
        finding.affected(),
        Optional.empty(),
        List.of(),
        finding.resource(),
        finding.pods(),
        "no longer: " + finding.message(),
        List.of(),
        List.of(),
        Unread.NOTHING);
  }
}
