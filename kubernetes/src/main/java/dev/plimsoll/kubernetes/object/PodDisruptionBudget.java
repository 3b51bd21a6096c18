package dev.plimsoll.kubernetes.object;

import java.util.Optional;
import java.util.Set;

/**
 * A bound on how many pods may be evicted at a time.
 *
 * @param metadata name, labels and the like
 * @param selector which pods of its namespace it is about; absent for none
 * @param disruptionsAllowed how many of them may be evicted now, by its status; 0 if that doesn't
 *     say it
 * @param disruptedPods the names of those whose eviction has begun, by its status
 * @param isCurrent whether its status is about its present spec
 */
public record PodDisruptionBudget(
    ObjectMeta metadata,
    Optional<LabelSelector> selector,
    long disruptionsAllowed,
    Set<String> disruptedPods,
    boolean isCurrent)
    implements ApiObject {

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("policy/v1", "PodDisruptionBudget");

  public static final GroupResource RESOURCE = new GroupResource("policy", "poddisruptionbudgets");

  public PodDisruptionBudget {
    disruptedPods = Set.copyOf(disruptedPods);
  }

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }

  /** Returns whether it is about the pod. */
  public boolean selects(Pod pod) {
    return pod.namespace().equals(namespace())
        && selector.filter(s -> s.matches(pod.metadata().labels())).isPresent();
  }

  /**
   * Returns how many pods the API server lets be evicted now: none while the status is about a
   * former spec.
   */
  public long evictable() {
    return isCurrent ? disruptionsAllowed : 0;
  }
}
