package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodAffinityTerm;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.TopologySpreadConstraint;
import dev.plimsoll.kubernetes.placement.snapshot.AffinityTerm;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Tells whether a pod shares only the nodes with pods of other workloads of a set. The pods then
 * share no volume, no device and no gang, and no rule of one counts the other.
 *
 * @param start the cluster before their pods
 * @param pod the pod
 * @param others the other workloads
 */
record PodApart(Simulation start, Pod pod, List<TriedWorkload> others) {
  PodApart {
    others = List.copyOf(others);
  }

  boolean isApart() {
    return pod.spec().schedulingGroup().isEmpty()
        && (!hasVolumes(pod) || areVolumesItsOwn())
        && pod.spec().resourceClaims().isEmpty()
        && hasOneRule()
        && others.stream().map(TriedWorkload::firstPod).noneMatch(o -> counts(pod, o))
        && others.stream().map(TriedWorkload::firstPod).noneMatch(o -> counts(o, pod))
        && start.cluster().list(Pod.class, pod.namespace()).stream().noneMatch(p -> counts(pod, p));
  }

  private static boolean hasVolumes(Pod pod) {
    return !pod.spec().volumes().isEmpty() || !pod.spec().disks().isEmpty();
  }

  /** Returns whether no other pod brings volumes, and no volume waits for a claim. */
  private boolean areVolumesItsOwn() {
    return others.stream().map(TriedWorkload::firstPod).noneMatch(PodApart::hasVolumes)
        && start.cluster().covers(PersistentVolume.RESOURCE)
        && start.cluster().list(PersistentVolume.class).stream()
            .allMatch(v -> v.claim().isPresent());
  }

  /** Two rules may leave no node after some choices and leave one after others. */
  private boolean hasOneRule() {
    return terms(pod.spec()).size() + spread(pod.spec()).toList().size() <= 1;
  }

  private static List<PodAffinityTerm> terms(PodSpec spec) {
    List<PodAffinityTerm> terms = new ArrayList<>(spec.affinity().requiredPods());
    terms.addAll(spec.affinity().requiredAntiPods());
    return terms;
  }

  private static Stream<TopologySpreadConstraint> spread(PodSpec spec) {
    return spec.topologySpreadConstraints().stream()
        .filter(c -> c.whenUnsatisfiable().equals("DoNotSchedule"));
  }

  /** Returns whether a rule of one pod looks at the other. */
  private boolean counts(Pod one, Pod other) {
    return AffinityTerm.of(one, terms(one.spec())).stream()
            .anyMatch(t -> t.matches(other, start.snapshot().namespaceLabels(other.namespace())))
        || (one.namespace().equals(other.namespace())
            && spread(one.spec())
                .anyMatch(
                    c ->
                        c.labelSelector()
                            .filter(s -> s.matches(other.metadata().labels()))
                            .isPresent()));
  }
}
