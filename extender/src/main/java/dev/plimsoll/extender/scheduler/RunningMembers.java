package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.pod.Gang;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How many pods of each gang are bound and go on running. For one thread at a time. */
final class RunningMembers {
  private final Map<Gang, Set<String>> byGang = new HashMap<>();

  /** Takes in how a watch shows a pod. */
  void changed(Optional<Pod> before, Optional<Pod> after) {
    before.filter(RunningMembers::runs).ifPresent(pod -> count(pod, false));
    after.filter(RunningMembers::runs).ifPresent(pod -> count(pod, true));
  }

  private void count(Pod pod, boolean in) {
    Gang.of(pod).ifPresent(gang -> count(gang, AssumedPod.uid(pod), in));
  }

  private void count(Gang gang, String uid, boolean in) {
    Set<String> uids = byGang.computeIfAbsent(gang, g -> new HashSet<>());
    boolean unused = in ? uids.add(uid) : uids.remove(uid);
    if (uids.isEmpty()) {
      byGang.remove(gang);
    }
  }

  /** Returns whether the pod is bound and goes on running. */
  static boolean runs(Pod pod) {
    return pod.isBound() && !pod.isTerminal() && !pod.isTerminating();
  }

  int of(Gang gang) {
    return byGang.getOrDefault(gang, Set.of()).size();
  }
}
