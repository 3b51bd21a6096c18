package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.version.FeatureGate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Replaces the pods of a StatefulSet, from the highest number down to the partition: as many at a
 * time as may be unavailable. Pods beyond the wanted number go first, and pods that are missing
 * come first. A set with ordered pods stops at the first new pod that doesn't run.
 *
 * <p>Source: {@code updateStatefulSetAfterInvariantEstablished} in {@code
 * pkg/controller/statefulset/stateful_set_control.go}.
 *
 * @param set the StatefulSet
 * @param created its new pods, in the order of their numbers
 * @param old its pods of older templates
 */
record OrdinalRollout(WorkloadDetails.StatefulSet set, List<Pod> created, List<Pod> old) {
  private static final int ONE = 1;

  OrdinalRollout {
    created = List.copyOf(created);
    old = List.copyOf(old);
  }

  List<PodAttempt> run(PodCreation creation) {
    Set<String> wanted = created.stream().map(Pod::name).collect(Collectors.toSet());
    creation.delete(old.stream().filter(p -> !wanted.contains(p.name())).toList());
    Set<String> present = old.stream().map(Pod::name).collect(Collectors.toSet());
    List<PodAttempt> attempts =
        new ArrayList<>(
            creation.create(
                created.stream().filter(p -> !present.contains(p.name())).toList(), set.ordered()));
    List<Pod> replaced = new ArrayList<>();
    for (int i = created.size() - 1; i >= 0 && set.firstOrdinal() + i >= set.partition(); i--) {
      if (present.contains(created.get(i).name())) {
        replaced.add(created.get(i));
      }
    }
    int most = mostUnavailable(creation);
    int from = 0;
    long unavailable = unavailable(attempts);
    while (from < replaced.size() && unavailable < most && !isStuck(attempts)) {
      int to = (int) Math.min(replaced.size(), from + most - unavailable);
      attempts.addAll(replace(creation, replaced.subList(from, to)));
      from = to;
      unavailable = unavailable(attempts);
    }
    return attempts;
  }

  /** Returns how many pods may be unavailable: one, unless the feature lets the set say more. */
  private int mostUnavailable(PodCreation creation) {
    boolean says =
        creation
            .simulation()
            .cluster()
            .controlPlane()
            .enables(FeatureGate.MAX_UNAVAILABLE_STATEFUL_SET);
    return says ? set.rollingUpdate().map(u -> u.unavailableOf(created.size())).orElse(ONE) : ONE;
  }

  private List<PodAttempt> replace(PodCreation creation, List<Pod> pods) {
    Set<String> names = pods.stream().map(Pod::name).collect(Collectors.toSet());
    creation.delete(old.stream().filter(p -> names.contains(p.name())).toList());
    return creation.create(
        created.stream().filter(p -> names.contains(p.name())).toList(), set.ordered());
  }

  private boolean isStuck(List<PodAttempt> attempts) {
    return set.ordered() && unavailable(attempts) > 0;
  }

  private static long unavailable(List<PodAttempt> attempts) {
    return attempts.stream().filter(a -> !a.runs()).count();
  }
}
