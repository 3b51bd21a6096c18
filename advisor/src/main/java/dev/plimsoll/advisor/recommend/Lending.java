package dev.plimsoll.advisor.recommend;

import dev.plimsoll.advisor.recommend.Accounts.Account;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Share;
import dev.plimsoll.model.tenancy.Shares;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * Moves units to a ceiling from where they are least missed: first what nobody has; then what a
 * namespace neither uses nor waits for; then, from namespaces whose missing pods no node would take
 * anyway, what is kept for these pods. There what only pods without a node are charged, which stay
 * admitted whatever the quota, is taken too if all that is charged is more than there is. What pods
 * on nodes hold is never taken, nor a guarantee.
 */
final class Lending {
  /** In the place of a namespace: what is in no quota. */
  static final String NOBODY = "";

  private static final List<ToLongFunction<Account>> USED = List.of(Account::charged);

  private static final List<ToLongFunction<Account>> HELD =
      List.of(a -> a.held() + a.missing(), Account::held);

  private final Set<String> hopeful;
  private final Shares shares;
  private final DividedResource resource;
  private final Accounts accounts;
  private final SortedMap<String, Long> taken = new TreeMap<>();

  /**
   * Prepares lending.
   *
   * @param hopeful the namespaces with missing pods that nodes could take
   */
  Lending(Shares shares, DividedResource resource, Accounts accounts, Set<String> hopeful) {
    this.hopeful = hopeful;
    this.shares = shares;
    this.resource = resource;
    this.accounts = accounts;
  }

  /** Moves up to that many units to a namespace; returns from which namespaces, and how many. */
  SortedMap<String, Long> lend(Account to, long units) {
    long divided = shares.capacity().divided(resource);
    long most = mostOf(to);
    long free = divided - accounts.sum(Account::ceiling);
    give(to, NOBODY, Math.min(Math.min(units, free), most - accounts.ofTenant(to.tenant())));
    lend(to, units, most, a -> a.charged() + a.missing());
    for (ToLongFunction<Account> kept : accounts.sum(Account::charged) <= divided ? USED : HELD) {
      lend(
          to,
          units,
          most,
          a -> hopeful.contains(a.namespace()) ? a.ceiling() : kept.applyAsLong(a));
    }
    return taken;
  }

  private void lend(Account to, long units, long most, ToLongFunction<Account> kept) {
    boolean found = true;
    while (found && given() < units) {
      boolean full = accounts.ofTenant(to.tenant()) >= most;
      Optional<Account> from = giver(to, kept, full);
      from.ifPresent(
          a -> {
            accounts.put(a.with(a.ceiling() - 1));
            give(to, a.namespace(), 1);
          });
      found = from.isPresent();
    }
  }

  private void give(Account to, String from, long units) {
    if (units > 0) {
      taken.merge(from, units, Long::sum);
      accounts.put(to.with(to.ceiling() + given()));
    }
  }

  private long given() {
    return taken.values().stream().mapToLong(Long::longValue).sum();
  }

  private long mostOf(Account to) {
    return share(to).map(s -> resource.unitsFor(s.ceiling())).orElse(0L);
  }

  private Optional<Account> giver(Account to, ToLongFunction<Account> kept, boolean full) {
    return accounts.all().stream()
        .filter(a -> !a.namespace().equals(to.namespace()))
        .filter(a -> a.ceiling() > kept.applyAsLong(a))
        .filter(a -> a.tenant().equals(to.tenant()) || (!full && hasMoreThanGuaranteed(a)))
        .max(
            Comparator.comparingLong((Account a) -> a.ceiling() - kept.applyAsLong(a))
                .thenComparing(Account::namespace, Comparator.reverseOrder()));
  }

  private boolean hasMoreThanGuaranteed(Account from) {
    return share(from)
        .map(s -> accounts.ofTenant(from.tenant()) > resource.unitsFor(s.guarantee()))
        .orElse(false);
  }

  private Optional<Share> share(Account account) {
    return shares.of(account.tenant(), resource.name());
  }
}
