package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.UndividedKey;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.tenancy.plan.ResourceQuotaProposal;
import dev.plimsoll.model.whatif.Simulation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Raises ceilings that the policy doesn't divide and that deny pods which nodes could run. It
 * raises only keys in the policy's list, to the pods' need, and no further than the policy allows.
 * Notes tell the need for other keys.
 */
final class UndividedKeyIncrease {
  private static final int ROUNDS = 8;

  private final Simulation simulation;
  private final CapacityPolicy policy;
  private final QuotaProposalDrafts quotaProposalDrafts;
  private final Set<String> notes = new LinkedHashSet<>();
  private boolean changed;

  UndividedKeyIncrease(
      Simulation simulation, CapacityPolicy policy, QuotaProposalDrafts quotaProposalDrafts) {
    this.simulation = simulation;
    this.policy = policy;
    this.quotaProposalDrafts = quotaProposalDrafts;
  }

  /** Raises what may be raised; returns a sentence for each ceiling that stays too low. */
  List<String> raiseAll() {
    changed = true;
    for (int round = 0; changed && round < ROUNDS; round++) {
      changed = false;
      Simulation then = AppliedProposals.simulate(simulation, quotaProposalDrafts.all());
      QuotaDeniedPods.of(then, policy).forEach(this::raiseFor);
    }
    return List.copyOf(notes);
  }

  private void raiseFor(QuotaDeniedPods denied) {
    Optional<ResourceQuota> quota =
        simulation.cluster().find(ResourceQuota.class, denied.namespace(), denied.quota());
    for (ResourceName key : denied.lacking().names()) {
      if (quota.filter(q -> !QuotaDeniedPods.isDivided(policy, q, key)).isPresent()) {
        raise(denied, quotaProposalDrafts.of(denied.tenant(), quota.get()), key);
      }
    }
  }

  private void raise(QuotaDeniedPods denied, ResourceQuotaProposal proposal, ResourceName key) {
    Quantity now = proposal.proposed().getOrZero(key);
    Quantity needed = now.add(denied.lacking().getOrZero(key));
    Optional<UndividedKey> listed =
        policy.changes().undivided().stream().filter(u -> u.key().equals(key)).findFirst();
    Quantity to = listed.map(u -> needed.compareTo(u.upTo()) > 0 ? u.upTo() : needed).orElse(now);
    if (to.compareTo(needed) < 0) {
      notes.add(
          "%s; quota %s/%s would need %s: %s, and the policy %s"
              .formatted(
                  denied.message(),
                  denied.namespace(),
                  denied.quota(),
                  key,
                  needed,
                  listed
                      .map(u -> "lets it be raised to " + u.upTo() + " only")
                      .orElse("doesn't list it under changes.undivided")));
    }
    if (to.compareTo(now) > 0) {
      changed = true;
      quotaProposalDrafts.set(
          proposal,
          key,
          denied.used().getOrZero(key),
          new DerivationStep(
              "waiting",
              to,
              denied.message()
                  + "; "
                  + key
                  + " is not divided by the policy, which lets it be raised up to "
                  + listed.map(UndividedKey::upTo).orElse(to)));
    }
  }
}
