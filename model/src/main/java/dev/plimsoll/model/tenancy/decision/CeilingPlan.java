package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.LeanedWeight;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The decided ceilings.
 *
 * @param resources the ceilings on each resource
 * @param state what the next decision is to be given
 * @param notes what to know about it
 */
public record CeilingPlan(List<ResourceCeilings> resources, State state, List<DecisionNote> notes) {

  public CeilingPlan {
    resources = List.copyOf(resources);
    notes = List.copyOf(notes);
  }

  /** Returns a tenant's account of a resource; there is none without a history. */
  public Optional<LeanedWeight> account(String tenant, ResourceName resource) {
    return resources.stream()
        .filter(r -> r.capacity().resource().name().equals(resource))
        .findFirst()
        .flatMap(r -> Optional.ofNullable(r.accounts().get(tenant)));
  }

  /** Returns the same with a note for each namespace that several tenants select. */
  public CeilingPlan withDisputes(TenantNamespaces namespaces) {
    return withNotes(
        namespaces.disputes().stream()
            .map(d -> new DecisionNote(DecisionNote.Kind.NAMESPACE_DISPUTED, "", d))
            .toList());
  }

  /** Returns the same with more to know about it. */
  public CeilingPlan withNotes(List<DecisionNote> more) {
    List<DecisionNote> all = new ArrayList<>(notes);
    all.addAll(more);
    return new CeilingPlan(resources, state, all);
  }
}
