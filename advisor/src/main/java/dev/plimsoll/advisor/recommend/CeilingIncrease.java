package dev.plimsoll.advisor.recommend;

import dev.plimsoll.advisor.recommend.NamespaceCeilings.NamespaceCeiling;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.division.StepLimits;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.tenancy.plan.NamespaceCharges;
import dev.plimsoll.model.tenancy.plan.ResourceQuotaProposal;
import dev.plimsoll.model.whatif.Simulation;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * Raises ceilings that would still deny pods which nodes could run. A key that isn't divided is
 * raised to what these pods need. On a divided key they get only what others miss less, so that the
 * sum stays, and only if that is enough for at least one pod.
 */
final class CeilingIncrease {
  private static final int ROUNDS = 8;

  private final Simulation simulation;
  private final Shares shares;
  private final QuotaProposalDrafts quotaProposalDrafts;
  private final NamespaceCharges namespaceCharges;
  private final Set<String> placeable;
  private final Map<ResourceName, NamespaceCeilings> ceilingsOf = new HashMap<>();
  private boolean changed;

  CeilingIncrease(Simulation simulation, Shares shares, QuotaProposalDrafts quotaProposalDrafts) {
    this.simulation = simulation;
    this.shares = shares;
    this.quotaProposalDrafts = quotaProposalDrafts;
    this.namespaceCharges = new NamespaceCharges(simulation.cluster());
    this.placeable = QuotaDeniedPods.placeable(simulation);
  }

  void raiseAll() {
    changed = true;
    for (int round = 0; changed && round < ROUNDS; round++) {
      changed = false;
      Simulation then = AppliedProposals.simulate(simulation, quotaProposalDrafts.all());
      QuotaDeniedPods.of(then, shares.capacity().policy()).forEach(this::raiseFor);
    }
  }

  private void raiseFor(QuotaDeniedPods denied) {
    Optional<ResourceQuota> quota =
        simulation.cluster().find(ResourceQuota.class, denied.namespace(), denied.quota());
    for (ResourceName key : denied.lacking().names()) {
      ResourceQuotaProposal proposal =
          quotaProposalDrafts.all().stream()
              .filter(p -> p.namespace().equals(denied.namespace()))
              .filter(p -> p.name().equals(denied.quota()))
              .findFirst()
              .or(() -> quota.map(q -> quotaProposalDrafts.of(denied.tenant(), q)))
              .orElseThrow();
      Optional<DividedResource> resource =
          shares.capacity().policy().resources().stream()
              .filter(r -> NamespaceCeilings.limits(simulation.cluster(), proposal, key, r))
              .findFirst();
      if (resource.isEmpty()) {
        raise(denied, proposal, key);
      } else if (shares.capacity().policy().changes().anySize()) {
        transfer(denied, resource.get(), key);
      }
    }
  }

  private void raise(QuotaDeniedPods denied, ResourceQuotaProposal proposal, ResourceName key) {
    Quantity now = proposal.proposed().getOrZero(key);
    Quantity needed = now.add(denied.lacking().getOrZero(key));
    changed = true;
    quotaProposalDrafts.set(
        proposal,
        key,
        denied.used().getOrZero(key),
        new DerivationStep(
            "waiting",
            needed,
            denied.message()
                + "; "
                + key
                + " is not divided by the policy, so its ceiling of "
                + now
                + " is raised to what they need"));
  }

  private void transfer(QuotaDeniedPods denied, DividedResource resource, ResourceName key) {
    long lacking = resource.unitsFor(denied.lacking().getOrZero(key));
    long first = resource.unitsFor(denied.first().getOrZero(key));
    if (!transfer(denied, resource, lacking, first)) {
      long back =
          ceilings(resource).in(denied.namespace()).map(a -> a.now() - a.ceiling()).orElse(0L);
      transfer(denied, resource, Math.min(lacking, back), first);
    }
  }

  /** Transfers up to that many units, if it comes to enough and no change is too small. */
  private boolean transfer(
      QuotaDeniedPods denied, DividedResource resource, long most, long least) {
    NamespaceCeilings namespaceCeilings = ceilings(resource).copy();
    Optional<NamespaceCeiling> to = namespaceCeilings.in(denied.namespace());
    if (to.isEmpty() || most <= 0) {
      return false;
    }
    SortedMap<String, Long> taken =
        new CeilingTransfer(shares.capacity().divided(resource), namespaceCeilings, placeable)
            .transfer(to.get(), most);
    long units = taken.values().stream().mapToLong(Long::longValue).sum();
    StepLimits stepLimits = shares.capacity().stepLimits(resource);
    boolean worthwhile =
        namespaceCeilings.all().stream()
            .filter(
                a -> a.namespace().equals(denied.namespace()) || taken.containsKey(a.namespace()))
            .allMatch(a -> a.exceedsHysteresis(stepLimits));
    if (units == 0 || units < least || !worthwhile) {
      return false;
    }
    changed = true;
    ceilingsOf.put(resource.name(), namespaceCeilings);
    String donors =
        taken.entrySet().stream()
            .map(
                e ->
                    resource.quantity(e.getValue())
                        + (e.getKey().equals(CeilingTransfer.UNASSIGNED)
                            ? " unassigned"
                            : " from " + e.getKey()))
            .collect(Collectors.joining(", "));
    for (NamespaceCeiling namespaceCeiling : namespaceCeilings.all()) {
      if (namespaceCeiling.namespace().equals(denied.namespace())) {
        set(namespaceCeiling, resource, denied.message() + "; it gets " + donors);
      } else if (taken.containsKey(namespaceCeiling.namespace())) {
        set(namespaceCeiling, resource, transferReason(namespaceCeiling, resource, taken, denied));
      }
    }
    return true;
  }

  private NamespaceCeilings ceilings(DividedResource resource) {
    return ceilingsOf.computeIfAbsent(
        resource.name(),
        r -> NamespaceCeilings.of(namespaceCharges, shares, resource, quotaProposalDrafts));
  }

  private static String transferReason(
      NamespaceCeiling namespaceCeiling,
      DividedResource resource,
      SortedMap<String, Long> taken,
      QuotaDeniedPods denied) {
    String pods =
        namespaceCeiling.ceiling() < namespaceCeiling.charged()
            ? "; they are charged to pods waiting for a node, which stay admitted"
            : ", as they are unused here";
    return resource.quantity(taken.getOrDefault(namespaceCeiling.namespace(), 0L))
        + " are moved to "
        + denied.namespace()
        + pods;
  }

  private void set(NamespaceCeiling namespaceCeiling, DividedResource resource, String reason) {
    quotaProposalDrafts.setAll(
        simulation.cluster(),
        namespaceCeiling.namespace(),
        resource,
        new DerivationStep("waiting", resource.quantity(namespaceCeiling.ceiling()), reason));
  }
}
