package dev.plimsoll.model.tenancy.decision;

import java.util.List;

/**
 * What was decided.
 *
 * @param resources the ceilings on each resource
 * @param state what the next decision is to be given
 * @param notes what to know about it
 */
public record CeilingPlan(List<ResourceCeilings> resources, State state, List<DecisionNote> notes) {

  /** Makes the lists unmodifiable. */
  public CeilingPlan {
    resources = List.copyOf(resources);
    notes = List.copyOf(notes);
  }
}
