package dev.plimsoll.extender.requeue;

import dev.plimsoll.kube.report.DefectLog;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Returns the gap to blame and the change that helps, for rejected and gated pods, for workloads
 * with denied pods, and for idle pods. Looking is work for seconds on a large cluster, so it is
 * done seldom and only if the cluster has changed; what was said is said until another gap is to
 * blame.
 */
final class GapNotices implements Supplier<List<Notice>> {
  private static final Set<String> REJECTED = Set.of("Unschedulable", "SchedulingGated");

  private final Supplier<Cluster> cluster;
  private final UnaryOperator<Cluster> measured;
  private final long remedyTimeout;
  private final DefectLog defects = new DefectLog(System.getLogger(GapNotices.class.getName()));
  private Optional<Cluster> seen = Optional.empty();
  private volatile Map<Key, Notice> notices = Map.of();

  private record Key(String uid, String reason) {
    static Key of(Notice notice) {
      return new Key(notice.metadata().uid(), notice.reason());
    }
  }

  /**
   * Prepares looking.
   *
   * @param measured gives a cluster the usage of its devices, as far as it is known
   * @param timeout how long changes that might help may be tried at one look; after that, gaps are
   *     told without
   */
  GapNotices(Supplier<Cluster> cluster, UnaryOperator<Cluster> measured, Duration timeout) {
    this.cluster = cluster;
    this.measured = measured;
    this.remedyTimeout = timeout.toNanos();
  }

  /** Looks once. */
  void sync() {
    Cluster now = measured.apply(cluster.get());
    Map<Key, Notice> found = new LinkedHashMap<>();
    if (seen.filter(now::equals).isPresent()) {
      notices.forEach((key, notice) -> found.put(key, notice.again()));
    } else if (!now.list(Workload.class).isEmpty()
        || now.usage().isPresent()
        || now.list(Pod.class).stream().anyMatch(GapNotices::isRejected)) {
      find(now, found);
    }
    seen = Optional.of(now);
    notices = found;
  }

  private void find(Cluster now, Map<Key, Notice> found) {
    Simulation simulation =
        Simulation.of(now, AdmissionChain.standard(), DefaultPlugins.scheduler());
    GapSurvey survey = GapFinder.surveyOfWaitingPods(simulation);
    long start = System.nanoTime();
    for (Finding finding : survey.findings()) {
      List<Notice> fresh = take(notices(finding, now), found);
      if (!fresh.isEmpty()) {
        boolean mayTry = System.nanoTime() - start < remedyTimeout;
        String text = text(mayTry ? finding.withRemedies() : finding.gap());
        fresh.forEach(n -> found.put(Key.of(n), n.saying(text)));
      }
    }
    defects.log(survey.unexamined());
  }

  /**
   * Returns the notices about pods that wait, or about a workload without pods. A gate is there
   * because somebody wants it, so it is no cause for a warning.
   */
  private static List<Notice> notices(Finding finding, Cluster now) {
    Gap gap = finding.gap();
    if (gap.kind() == GapKind.IdleAllocated) {
      return idlePods(gap, now).map(p -> new Notice(p, gap.kind().name(), true, "", 1)).toList();
    }
    boolean isWarning = gap.kind() != GapKind.SchedulingGated;
    if (finding.waiting().isEmpty()) {
      return now.list(Workload.class, gap.namespace()).stream()
          .filter(w -> w.name().equals(gap.object().name()))
          .filter(w -> w.type().kind().equals(gap.object().kind()))
          .map(w -> new Notice(w.type(), w.metadata(), gap.kind().name(), true, "", 1))
          .limit(1)
          .toList();
    }
    return finding.waiting().stream()
        .filter(GapNotices::isRejected)
        .map(p -> new Notice(p, gap.kind().name(), isWarning, "", 1))
        .toList();
  }

  private static Stream<Pod> idlePods(Gap gap, Cluster now) {
    Set<String> keys =
        gap.evidence().stream()
            .filter(e -> e.name().equals("idlePods"))
            .flatMap(e -> Stream.of(e.value().split(", ")))
            .collect(Collectors.toSet());
    return now.list(Pod.class, gap.namespace()).stream().filter(p -> keys.contains(p.key()));
  }

  /** Takes over what was said already, and returns what wasn't. */
  private List<Notice> take(List<Notice> some, Map<Key, Notice> found) {
    List<Notice> fresh = new ArrayList<>();
    for (Notice each : some) {
      Key key = Key.of(each);
      Optional<Notice> known = Optional.ofNullable(notices.get(key));
      known.ifPresent(notice -> found.put(key, notice.again()));
      if (known.isEmpty() && !found.containsKey(key)) {
        fresh.add(each);
      }
    }
    return fresh;
  }

  private static String text(Gap gap) {
    return gap.message()
        + gap.remedies().stream()
            .filter(Remedy::helps)
            .findFirst()
            .map(r -> ". What would help: " + r.action())
            .orElse("");
  }

  private static boolean isRejected(Pod pod) {
    return isWaiting(pod)
        && pod.status()
            .condition("PodScheduled")
            .filter(c -> REJECTED.contains(c.reason()))
            .isPresent();
  }

  private static boolean isWaiting(Pod pod) {
    return !pod.isBound() && !pod.isTerminal() && !pod.isTerminating();
  }

  /** Returns the notices about pods that still wait or run idle, and workloads that still exist. */
  @Override
  public List<Notice> get() {
    Cluster now = cluster.get();
    return notices.values().stream().filter(n -> isThere(n, now)).toList();
  }

  private static boolean isIdle(Notice notice) {
    return notice.reason().equals(GapKind.IdleAllocated.name());
  }

  private static boolean isThere(Notice notice, Cluster now) {
    ObjectMeta metadata = notice.metadata();
    return notice.isOfPod()
        ? now.find(Pod.class, metadata.namespace(), metadata.name())
            .filter(p -> p.metadata().uid().equals(metadata.uid()))
            .filter(p -> isIdle(notice) ? !p.isTerminal() : isWaiting(p))
            .isPresent()
        : now.list(Workload.class, metadata.namespace()).stream()
            .anyMatch(w -> w.metadata().uid().equals(metadata.uid()));
  }
}
