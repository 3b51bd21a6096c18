package dev.plimsoll.kubernetes.placement.snapshot;

import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;

/**
 * A pod with what the scheduler works out of it once.
 *
 * @param pod the pod
 * @param requests what it takes on a node
 * @param nonZeroRequests the same for scores, where nothing counts as something
 * @param hostPorts the ports it takes on a node
 * @param affinity its required pod affinity
 * @param antiAffinity its required pod anti-affinity
 * @param preferences its preferred pod affinity, and its preferred anti-affinity with negative
 *     weights
 */
public record PodInfo(
    Pod pod,
    ResourceVector requests,
    NonZeroRequests nonZeroRequests,
    List<HostPort> hostPorts,
    List<AffinityTerm> affinity,
    List<AffinityTerm> antiAffinity,
    List<WeightedAffinityTerm> preferences) {

  public PodInfo {
    hostPorts = List.copyOf(hostPorts);
    affinity = List.copyOf(affinity);
    antiAffinity = List.copyOf(antiAffinity);
    preferences = List.copyOf(preferences);
  }

  /** Returns whether it has affinity or anti-affinity, required or preferred. */
  boolean attractsOrRepels() {
    return !affinity.isEmpty() || !antiAffinity.isEmpty() || !preferences.isEmpty();
  }

  /** Returns the priority, 0 where none was given. */
  public int priority() {
    return pod.spec().priority().orElse(0);
  }

  /** Returns whether both are the same object of the API: by UID, else by namespace and name. */
  public boolean isSameAs(Pod other) {
    String uid = pod.metadata().uid();
    String otherUid = other.metadata().uid();
    if (uid.isEmpty() || otherUid.isEmpty()) {
      return pod.name().equals(other.name()) && pod.namespace().equals(other.namespace());
    }
    return uid.equals(otherUid);
  }
}
