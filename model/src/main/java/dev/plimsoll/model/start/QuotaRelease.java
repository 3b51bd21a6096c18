package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.lifetime.OwnerKey;
import dev.plimsoll.model.lifetime.PodRun;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Searches for the smallest sets of pods whose end frees enough quota for a denied pod. Each set
 * was tried: without its pods, and once the quotas are resynced, the API server admits the pod.
 */
final class QuotaRelease {
  /** How many pods are tried. Each trial resyncs the quotas of the namespace. */
  private static final int MOST_TRIED = 100;

  private final Simulation simulation;
  private final Pod denied;
  private final List<Pod> ending;
  private final List<Pod> services;

  QuotaRelease(Simulation simulation, Pod denied) {
    this.simulation = simulation;
    this.denied = denied;
    List<Pod> running =
        simulation.cluster().list(Pod.class, denied.namespace()).stream()
            .filter(p -> !p.isTerminal())
            .sorted(Comparator.comparingLong((Pod p) -> -PodRun.devices(p)))
            .toList();
    this.ending = running.stream().filter(Pod::isBound).filter(this::ends).toList();
    this.services = running.stream().filter(p -> !ends(p)).toList();
  }

  private boolean ends(Pod pod) {
    return pod.isTerminating()
        || !OwnerKey.of(pod, simulation.cluster()).isService()
        || pod.spec().activeDeadlineSeconds().isPresent();
  }

  /** Returns up to three single pods whose end is enough, else one larger set; else nothing. */
  List<Needs.ReleaseSet> sets() {
    if (isAdmittedWithout(List.of())) {
      return List.of();
    }
    List<Pod> tried = ending.subList(0, Math.min(MOST_TRIED, ending.size()));
    List<List<Pod>> sets = new ArrayList<>();
    for (int i = tried.size() - 1; i >= 0 && sets.size() < ReleaseSearch.MOST_SETS; i--) {
      if (isAdmittedWithout(List.of(tried.get(i)))) {
        sets.add(List.of(tried.get(i)));
      }
    }
    if (sets.isEmpty() && isAdmittedWithout(tried)) {
      sets.add(pruned(tried));
    }
    return sets.stream().map(s -> new Needs.ReleaseSet("", s)).toList();
  }

  /** Returns whether services alone hold the quota: without these the pod would be admitted. */
  boolean isHeldByServices() {
    return ending.isEmpty() && !services.isEmpty() && isAdmittedWithout(services);
  }

  /** Returns the pods without the pods that aren't needed; the smallest are dropped first. */
  private List<Pod> pruned(List<Pod> pods) {
    List<Pod> left = new ArrayList<>(pods);
    for (int i = pods.size() - 1; i >= 0; i--) {
      Pod each = left.remove(i);
      if (!isAdmittedWithout(left)) {
        left.add(i, each);
      }
    }
    return left;
  }

  private boolean isAdmittedWithout(Collection<Pod> ended) {
    return simulation
        .without(ended)
        .withResync(denied.namespace())
        .admit(denied)
        .attempt()
        .isAdmitted();
  }
}
