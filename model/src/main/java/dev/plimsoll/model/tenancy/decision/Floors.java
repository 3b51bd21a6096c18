package dev.plimsoll.model.tenancy.decision;

/**
 * Keeps each ceiling at or above its charges if all charges fit beside the guarantees and into the
 * ClusterResourceQuotas. Otherwise it keeps the charges of running pods only.
 */
final class Floors implements DecisionPass {
  @Override
  public void run(ResourceDecision decision) {
    long owed =
        decision.tenants().values().stream()
            .mapToLong(t -> Math.max(t.claim().floor(), charged(t)))
            .sum();
    if (owed <= decision.divided()) {
      decision.ceilings().stream()
          .filter(c -> c.clusterQuotas().stream().allMatch(ClusterQuotaCeilings::coversCharged))
          .forEach(c -> c.keep(c.seen().charged()));
    }
  }

  private static long charged(TenantCeilings tenant) {
    return tenant.ceilings().stream().mapToLong(Ceiling::keptOrCharged).sum();
  }
}
