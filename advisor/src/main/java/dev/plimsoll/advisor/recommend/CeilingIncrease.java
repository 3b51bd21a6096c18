package dev.plimsoll.advisor.recommend;

import dev.plimsoll.advisor.recommend.NamespaceCeilings.NamespaceCeiling;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import dev.plimsoll.model.tenancy.plan.ResourceQuotaProposal;
import dev.plimsoll.model.whatif.Simulation;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * Raises ceilings that would still refuse pods which nodes could take. A key that isn't divided is
 * raised to what these pods need. Of what is divided they get only what others miss less, so that
 * the sum stays, and only if that is enough for one pod at least.
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

  private void raiseFor(QuotaDeniedPods refused) {
    Optional<ResourceQuota> quota =
        simulation.cluster().find(ResourceQuota.class, refused.namespace(), refused.quota());
    for (ResourceName key : refused.lacking().names()) {
      ResourceQuotaProposal proposal =
          quotaProposalDrafts.all().stream()
              .filter(p -> p.namespace().equals(refused.namespace()))
              .filter(p -> p.name().equals(refused.quota()))
              .findFirst()
              .or(() -> quota.map(q -> quotaProposalDrafts.of(refused.tenant(), q)))
              .orElseThrow();
      Optional<DividedResource> resource =
          shares.capacity().policy().resources().stream()
              .filter(r -> NamespaceCeilings.limits(simulation.cluster(), proposal, key, r))
              .findFirst();
      if (resource.isEmpty()) {
        raise(refused, proposal, key);
      } else if (shares.capacity().policy().changes().anySize()) {
        transfer(refused, resource.get(), key);
      }
    }
  }

  private void raise(QuotaDeniedPods refused, ResourceQuotaProposal proposal, ResourceName key) {
    Quantity now = proposal.proposed().getOrZero(key);
    Quantity needed = now.add(refused.lacking().getOrZero(key));
    changed = true;
    quotaProposalDrafts.set(
        proposal,
        key,
        refused.used().getOrZero(key),
        new DerivationStep(
            "waiting",
            needed,
            refused.message()
                + "; "
                + key
                + " isn't divided here, so its "
                + now
                + " are raised to what they need"));
  }

  private void transfer(QuotaDeniedPods refused, DividedResource resource, ResourceName key) {
    long lacking = resource.unitsFor(refused.lacking().getOrZero(key));
    long first = resource.unitsFor(refused.first().getOrZero(key));
    if (!transfer(refused, resource, lacking, first)) {
      long back =
          ceilings(resource).in(refused.namespace()).map(a -> a.now() - a.ceiling()).orElse(0L);
      transfer(refused, resource, Math.min(lacking, back), first);
    }
  }

  /** Lends up to that many units, if it comes to enough and no change is too small. */
  private boolean transfer(
      QuotaDeniedPods refused, DividedResource resource, long most, long least) {
    NamespaceCeilings namespaceCeilings = ceilings(resource).copy();
    Optional<NamespaceCeiling> to = namespaceCeilings.in(refused.namespace());
    if (to.isEmpty() || most <= 0) {
      return false;
    }
    SortedMap<String, Long> taken =
        new CeilingTransfer(shares, resource, namespaceCeilings, placeable)
            .transfer(to.get(), most);
    long units = taken.values().stream().mapToLong(Long::longValue).sum();
    long hysteresis = shares.capacity().hysteresis(resource);
    boolean worthwhile =
        namespaceCeilings.all().stream()
            .filter(
                a -> a.namespace().equals(refused.namespace()) || taken.containsKey(a.namespace()))
            .allMatch(a -> a.exceedsHysteresis(hysteresis));
    if (units == 0 || units < least || !worthwhile) {
      return false;
    }
    changed = true;
    ceilingsOf.put(resource.name(), namespaceCeilings);
    String givers =
        taken.entrySet().stream()
            .map(
                e ->
                    resource.quantity(e.getValue())
                        + (e.getKey().equals(CeilingTransfer.NOBODY)
                            ? " that nobody has"
                            : " from " + e.getKey()))
            .collect(Collectors.joining(", "));
    for (NamespaceCeiling namespaceCeiling : namespaceCeilings.all()) {
      if (namespaceCeiling.namespace().equals(refused.namespace())) {
        set(namespaceCeiling, resource, refused.message() + "; it gets " + givers);
      } else if (taken.containsKey(namespaceCeiling.namespace())) {
        set(namespaceCeiling, resource, transferReason(namespaceCeiling, resource, taken, refused));
      }
    }
    return true;
  }

  private NamespaceCeilings ceilings(DividedResource resource) {
    return ceilingsOf.computeIfAbsent(
        resource.name(),
        r -> NamespaceCeilings.of(namespaceCharges, resource, quotaProposalDrafts));
  }

  private static String transferReason(
      NamespaceCeiling namespaceCeiling,
      DividedResource resource,
      SortedMap<String, Long> taken,
      QuotaDeniedPods refused) {
    String pods =
        namespaceCeiling.ceiling() < namespaceCeiling.charged()
            ? "; pods that wait for a node are charged it and stay admitted"
            : ", which it doesn't use";
    return resource.quantity(taken.getOrDefault(namespaceCeiling.namespace(), 0L))
        + " go to "
        + refused.namespace()
        + pods;
  }

  private void set(NamespaceCeiling namespaceCeiling, DividedResource resource, String reason) {
    Quantity ceiling = resource.quantity(namespaceCeiling.ceiling());
    for (ResourceQuotaProposal proposal : quotaProposalDrafts.all()) {
      for (QuotaKeyProposal key : proposal.keys()) {
        if (proposal.namespace().equals(namespaceCeiling.namespace())
            && NamespaceCeilings.limits(simulation.cluster(), proposal, key.key(), resource)) {
          quotaProposalDrafts.set(
              proposal, key.key(), key.used(), new DerivationStep("waiting", ceiling, reason));
        }
      }
    }
  }
}
