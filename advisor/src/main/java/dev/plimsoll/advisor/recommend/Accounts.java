package dev.plimsoll.advisor.recommend;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quota.QuotaKeys;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.plan.KeyProposal;
import dev.plimsoll.model.tenancy.plan.QuotaProposal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** What each namespace is to have of a divided resource, and what it does with it. */
final class Accounts {
  private final Map<String, Account> byNamespace = new LinkedHashMap<>();
  private final Map<String, Long> byTenant = new HashMap<>();

  /**
   * One namespace, in units.
   *
   * @param now the ceiling there is; {@link #UNSET} if there is none
   * @param ceiling what is proposed
   * @param held what its pods on nodes are charged
   * @param charged what all its pods are charged
   * @param missing what its missing pods would be charged
   */
  record Account(
      String tenant,
      String namespace,
      long now,
      long ceiling,
      long held,
      long charged,
      long missing) {
    /** Stands for a ceiling that isn't there. */
    static final long UNSET = -1;

    Account with(long other) {
      return new Account(tenant, namespace, now, other, held, charged, missing);
    }

    /** Returns whether the ceiling stays, or changes by more than what is too little. */
    boolean isWorthwhile(long hysteresis) {
      return now == UNSET || now == ceiling || Math.abs(now - ceiling) >= hysteresis;
    }
  }

  static Accounts of(Charges charges, DividedResource resource, Drafts drafts) {
    Accounts accounts = new Accounts();
    for (QuotaProposal proposal : drafts.all()) {
      for (KeyProposal key : proposal.keys()) {
        if (isOn(charges.cluster(), proposal, key.key(), resource)) {
          long now =
              proposal
                  .now()
                  .get(key.key())
                  .map(n -> resource.unitsIn(n.toBigDecimal()))
                  .orElse(Account.UNSET);
          Optional<Long> other =
              Optional.ofNullable(accounts.byNamespace.get(proposal.namespace()))
                  .map(Account::now)
                  .filter(n -> n != Account.UNSET && (now == Account.UNSET || n < now));
          accounts.put(
              new Account(
                  proposal.tenant(),
                  proposal.namespace(),
                  other.orElse(now),
                  resource.unitsIn(key.proposed().toBigDecimal()),
                  resource.unitsFor(charges.held(proposal.namespace(), key.key())),
                  resource.unitsFor(key.used()),
                  resource.unitsFor(charges.missing(proposal.namespace(), resource.name()))));
        }
      }
    }
    return accounts;
  }

  /** Returns whether the key of that quota is a ceiling on what the policy divides. */
  static boolean isOn(
      Cluster cluster, QuotaProposal proposal, ResourceName key, DividedResource resource) {
    return QuotaKeys.nodeResource(key).filter(resource.name()::equals).isPresent()
        && cluster
            .find(ResourceQuota.class, proposal.namespace(), proposal.name())
            .map(q -> q.spec().scopes().isEmpty() && q.spec().scopeSelector().isEmpty())
            .orElse(true);
  }

  Accounts copy() {
    Accounts copy = new Accounts();
    copy.byNamespace.putAll(byNamespace);
    copy.byTenant.putAll(byTenant);
    return copy;
  }

  List<Account> all() {
    return List.copyOf(byNamespace.values());
  }

  Optional<Account> in(String namespace) {
    return Optional.ofNullable(byNamespace.get(namespace));
  }

  void put(Account account) {
    Account former = byNamespace.put(account.namespace(), account);
    long more = account.ceiling() - (former == null ? 0 : former.ceiling());
    byTenant.merge(account.tenant(), more, Long::sum);
  }

  long sum(ToLongFunction<Account> part) {
    return byNamespace.values().stream().mapToLong(part).sum();
  }

  long ofTenant(String tenant) {
    return byTenant.getOrDefault(tenant, 0L);
  }
}
