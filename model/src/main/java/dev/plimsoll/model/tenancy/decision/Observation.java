package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * The observation by which ceilings are decided.
 *
 * @param policy what was agreed
 * @param time when it is seen
 * @param interval how often is decided; two observations that are further apart count as this far,
 *     since nobody saw what was in between
 * @param acceptsLosses whether a person accepts the losses of capacity up to now
 * @param resources what is seen of each divided resource
 */
public record Observation(
    CapacityPolicy policy,
    Instant time,
    Duration interval,
    boolean acceptsLosses,
    List<ResourceObservation> resources) {

  public Observation {
    resources = List.copyOf(resources);
  }

  /**
   * Returns the same where nobody knows what some namespaces want: what they have is in use, for
   * all that is known.
   */
  public Observation keeping(Set<String> namespaces) {
    return new Observation(
        policy,
        time,
        interval,
        acceptsLosses,
        resources.stream().map(r -> r.keeping(namespaces)).toList());
  }

  /** Returns the observation with ceilings in some namespaces that this decision can't change. */
  public Observation fixing(Set<String> namespaces) {
    return new Observation(
        policy,
        time,
        interval,
        acceptsLosses,
        resources.stream().map(r -> r.fixing(namespaces)).toList());
  }
}
