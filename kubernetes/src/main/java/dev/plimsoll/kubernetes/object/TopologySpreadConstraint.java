package dev.plimsoll.kubernetes.object;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How pods of a kind must be spread over the values of a node label.
 *
 * @param maxSkew by how much the fullest may exceed the emptiest
 * @param topologyKey the node label
 * @param whenUnsatisfiable {@code DoNotSchedule} or {@code ScheduleAnyway}
 * @param labelSelector which pods count
 * @param minDomains how many values there must be at least
 * @param nodeAffinityPolicy {@code Honor} (also when empty) or {@code Ignore}
 * @param nodeTaintsPolicy {@code Honor} or {@code Ignore} (also when empty)
 * @param matchLabelKeys keys of the incoming pod's labels that are added to the selector
 */
public record TopologySpreadConstraint(
    int maxSkew,
    String topologyKey,
    String whenUnsatisfiable,
    Optional<LabelSelector> labelSelector,
    OptionalInt minDomains,
    String nodeAffinityPolicy,
    String nodeTaintsPolicy,
    List<String> matchLabelKeys) {

  public TopologySpreadConstraint {
    matchLabelKeys = List.copyOf(matchLabelKeys);
  }

  /** Returns a copy about other pods. */
  public TopologySpreadConstraint withLabelSelector(Optional<LabelSelector> other) {
    return new TopologySpreadConstraint(
        maxSkew,
        topologyKey,
        whenUnsatisfiable,
        other,
        minDomains,
        nodeAffinityPolicy,
        nodeTaintsPolicy,
        matchLabelKeys);
  }

  /** Returns a copy that the scheduler prefers to meet; {@code minDomains} is not allowed then. */
  public TopologySpreadConstraint preferred() {
    return new TopologySpreadConstraint(
        maxSkew,
        topologyKey,
        "ScheduleAnyway",
        labelSelector,
        OptionalInt.empty(),
        nodeAffinityPolicy,
        nodeTaintsPolicy,
        matchLabelKeys);
  }
}
