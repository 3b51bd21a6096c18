package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;

/**
 * A workload as a user sees it: the outermost owner with all pods and template owners below it, or
 * a pod without an owner.
 *
 * @param root the outermost owner; it need not be in the snapshot itself
 * @param templateOwners the objects below it that create pods
 * @param pods the pods below it, ended ones included
 */
public record WorkloadPods(
    ObjectReference root, List<PodTemplateOwner> templateOwners, List<Pod> pods) {

  public WorkloadPods {
    templateOwners = List.copyOf(templateOwners);
    pods = List.copyOf(pods);
  }

  /** Returns how many pods should be there and aren't. */
  public int missing() {
    long sum = templateOwners.stream().mapToLong(PodTemplateOwner::missing).sum();
    return (int) Math.min(Integer.MAX_VALUE, sum);
  }

  /** Returns whether the pod's controller creates another pod only once this pod is gone. */
  public boolean awaitsEndOf(Pod pod) {
    return pod.metadata().controller().filter(c -> c.kind().equals("StatefulSet")).isPresent()
        || templateOwners.stream().anyMatch(o -> o.owns(pod) && o.awaitedEnds() > 0);
  }

  /** Returns the root as {@code kind/name}. */
  public String label() {
    return Workloads.label(root);
  }
}
