package dev.plimsoll.extender.requeue;

import dev.plimsoll.kube.report.DefectLog;
import dev.plimsoll.model.admission.AdmissionChain;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Says of the pods that the scheduler has rejected, or doesn't look at, which gap is to blame and
 * what would help. Looking is work for seconds on a large cluster, so it is done seldom and only if
 * the cluster has changed; what was said of a pod is said until another gap is to blame.
 */
final class GapNotices implements Supplier<List<PodNotice>> {
  private static final Set<String> REJECTED = Set.of("Unschedulable", "SchedulingGated");

  private final Supplier<Cluster> cluster;
  private final long remedyTimeout;
  private final DefectLog defects = new DefectLog(System.getLogger(GapNotices.class.getName()));
  private Optional<Cluster> seen = Optional.empty();
  private volatile Map<Key, PodNotice> notices = Map.of();

  private record Key(String uid, GapKind kind) {}

  /**
   * Prepares looking.
   *
   * @param timeout how long changes that might help may be tried at one look; after that, gaps are
   *     told without
   */
  GapNotices(Supplier<Cluster> cluster, Duration timeout) {
    this.cluster = cluster;
    this.remedyTimeout = timeout.toNanos();
  }

  /** Looks once. */
  void sync() {
    Cluster now = cluster.get();
    Map<Key, PodNotice> found = new LinkedHashMap<>();
    if (seen.filter(now::equals).isPresent()) {
      notices.forEach((key, podNotice) -> found.put(key, podNotice.again()));
    } else if (now.list(Pod.class).stream().anyMatch(GapNotices::isRejected)) {
      find(now, found);
    }
    seen = Optional.of(now);
    notices = found;
  }

  private void find(Cluster now, Map<Key, PodNotice> found) {
    Simulation simulation =
        Simulation.of(now, AdmissionChain.standard(), DefaultPlugins.scheduler());
    GapSurvey survey = GapFinder.surveyOfWaitingPods(simulation);
    long start = System.nanoTime();
    for (Finding finding : survey.findings()) {
      List<Pod> fresh = take(finding, found);
      if (!fresh.isEmpty()) {
        boolean mayTry = System.nanoTime() - start < remedyTimeout;
        tell(fresh, mayTry ? finding.withRemedies() : finding.gap(), found);
      }
    }
    defects.log(survey.unexamined());
  }

  /** Takes over what was said already, and returns the pods of which nothing was. */
  private List<Pod> take(Finding finding, Map<Key, PodNotice> found) {
    List<Pod> fresh = new ArrayList<>();
    for (Pod pod : finding.waiting()) {
      Key key = new Key(pod.metadata().uid(), finding.gap().kind());
      Optional<PodNotice> known = Optional.ofNullable(notices.get(key));
      known.ifPresent(podNotice -> found.put(key, podNotice.again()));
      if (known.isEmpty() && isRejected(pod)) {
        fresh.add(pod);
      }
    }
    return fresh;
  }

  /** A gate is there because somebody wants it, so it is no cause for a warning. */
  private static void tell(List<Pod> pods, Gap gap, Map<Key, PodNotice> found) {
    for (Pod pod : pods) {
      boolean isWarning = gap.kind() != GapKind.SchedulingGated;
      found.put(
          new Key(pod.metadata().uid(), gap.kind()),
          new PodNotice(pod, gap.kind().name(), isWarning, text(gap), 1));
    }
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

  /** Returns what there is to say of pods that still wait. */
  @Override
  public List<PodNotice> get() {
    Cluster now = cluster.get();
    return notices.values().stream().filter(n -> isThere(n.pod(), now)).toList();
  }

  private static boolean isThere(Pod pod, Cluster now) {
    return now.find(Pod.class, pod.namespace(), pod.name())
        .filter(p -> isWaiting(p) && p.metadata().uid().equals(pod.metadata().uid()))
        .isPresent();
  }
}
