package dev.plimsoll.model.tenancy.decision;

/**
 * What is never taken: what pods are charged, those without a node too, as long as all of it fits
 * into what there is beside the guarantees, and into the ClusterResourceQuotas. Where it doesn't,
 * only what runs is kept.
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
    return tenant.ceilings().stream().mapToLong(c -> c.seen().charged()).sum();
  }
}
