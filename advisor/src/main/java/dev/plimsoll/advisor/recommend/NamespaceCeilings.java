package dev.plimsoll.advisor.recommend;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quota.QuotaKeys;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Share;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.division.StepLimits;
import dev.plimsoll.model.tenancy.plan.NamespaceCharges;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import dev.plimsoll.model.tenancy.plan.ResourceQuotaProposal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** What each namespace is to have of a divided resource, and what it does with it. */
final class NamespaceCeilings {
  private final Shares shares;
  private final DividedResource resource;
  private final Map<String, NamespaceCeiling> byNamespace = new LinkedHashMap<>();
  private final Map<String, Long> byTenant = new HashMap<>();

  /**
   * One namespace, in units.
   *
   * @param now the ceiling there is; {@link #UNSET} if there is none
   * @param ceiling what is proposed
   * @param bound what its bound pods are charged
   * @param charged what all its pods are charged
   * @param missing what its missing pods would be charged
   */
  record NamespaceCeiling(
      String tenant,
      String namespace,
      long now,
      long ceiling,
      long bound,
      long charged,
      long missing) {
    /** Stands for a ceiling that isn't there. */
    static final long UNSET = -1;

    NamespaceCeiling with(long other) {
      return new NamespaceCeiling(tenant, namespace, now, other, bound, charged, missing);
    }

    /** Returns whether the ceiling stays, or changes by more than what is too little. */
    boolean exceedsHysteresis(StepLimits stepLimits) {
      return now == UNSET || now == ceiling || !stepLimits.isTooSmall(ceiling - now);
    }
  }

  private NamespaceCeilings(Shares shares, DividedResource resource) {
    this.shares = shares;
    this.resource = resource;
  }

  static NamespaceCeilings of(
      NamespaceCharges namespaceCharges,
      Shares shares,
      DividedResource resource,
      QuotaProposalDrafts quotaProposalDrafts) {
    NamespaceCeilings namespaceCeilings = new NamespaceCeilings(shares, resource);
    for (ResourceQuotaProposal proposal : quotaProposalDrafts.all()) {
      for (QuotaKeyProposal key : proposal.keys()) {
        if (limits(namespaceCharges.cluster(), proposal, key.key(), resource)) {
          long now =
              proposal
                  .now()
                  .get(key.key())
                  .map(n -> resource.unitsIn(n.toBigDecimal()))
                  .orElse(NamespaceCeiling.UNSET);
          Optional<Long> other =
              Optional.ofNullable(namespaceCeilings.byNamespace.get(proposal.namespace()))
                  .map(NamespaceCeiling::now)
                  .filter(
                      n ->
                          n != NamespaceCeiling.UNSET
                              && (now == NamespaceCeiling.UNSET || n < now));
          namespaceCeilings.put(
              new NamespaceCeiling(
                  proposal.tenant(),
                  proposal.namespace(),
                  other.orElse(now),
                  resource.unitsIn(key.proposed().toBigDecimal()),
                  resource.unitsFor(
                      namespaceCharges.bound(proposal.namespace()).getOrZero(key.key())),
                  resource.unitsFor(key.used()),
                  resource.unitsFor(
                      namespaceCharges.missing(proposal.namespace()).getOrZero(resource.name()))));
        }
      }
    }
    return namespaceCeilings;
  }

  /** Returns whether the key of that quota is a ceiling on what the policy divides. */
  static boolean limits(
      Cluster cluster, ResourceQuotaProposal proposal, ResourceName key, DividedResource resource) {
    return QuotaKeys.nodeResource(key).filter(resource.name()::equals).isPresent()
        && cluster
            .find(ResourceQuota.class, proposal.namespace(), proposal.name())
            .map(q -> q.spec().countsAllPods())
            .orElse(true);
  }

  NamespaceCeilings copy() {
    NamespaceCeilings copy = new NamespaceCeilings(shares, resource);
    copy.byNamespace.putAll(byNamespace);
    copy.byTenant.putAll(byTenant);
    return copy;
  }

  List<NamespaceCeiling> all() {
    return List.copyOf(byNamespace.values());
  }

  Optional<NamespaceCeiling> in(String namespace) {
    return Optional.ofNullable(byNamespace.get(namespace));
  }

  void put(NamespaceCeiling namespaceCeiling) {
    NamespaceCeiling former = byNamespace.put(namespaceCeiling.namespace(), namespaceCeiling);
    long more = namespaceCeiling.ceiling() - (former == null ? 0 : former.ceiling());
    byTenant.merge(namespaceCeiling.tenant(), more, Long::sum);
  }

  long sum(ToLongFunction<NamespaceCeiling> part) {
    return byNamespace.values().stream().mapToLong(part).sum();
  }

  private long ofTenant(String tenant) {
    return byTenant.getOrDefault(tenant, 0L);
  }

  /** Returns how many more units a tenant's ceilings may come to. */
  long spare(String tenant) {
    return share(tenant, Share::ceiling) - ofTenant(tenant);
  }

  /** Returns how many units a tenant's ceilings come to beyond its guarantee. */
  long beyondGuarantee(String tenant) {
    return ofTenant(tenant) - share(tenant, Share::guarantee);
  }

  private long share(String tenant, Function<Share, Quantity> part) {
    return shares.of(tenant, resource.name()).map(part).map(resource::unitsFor).orElse(0L);
  }
}
