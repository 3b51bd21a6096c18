package dev.plimsoll.advisor.recommend;

import dev.plimsoll.advisor.recommend.Accounts.Account;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Share;
import dev.plimsoll.model.tenancy.Shares;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * Moves units from ceilings where they are least missed: first what a namespace neither uses nor
 * waits for; then what only pods without a node are charged, which stay admitted whatever the
 * quota; then what is kept for missing pods. What pods on nodes hold is never taken, nor a
 * guarantee.
 */
final class Lending {
  private static final List<ToLongFunction<Account>> KEPT =
      List.of(a -> a.charged() + a.missing(), a -> a.held() + a.missing(), Account::held);

  private final Shares shares;
  private final DividedResource resource;
  private final Accounts accounts;
  private final SortedMap<String, Long> taken = new TreeMap<>();

  Lending(Shares shares, DividedResource resource, Accounts accounts) {
    this.shares = shares;
    this.resource = resource;
    this.accounts = accounts;
  }

  /** Moves up to that many units to a namespace; returns from which namespaces, and how many. */
  SortedMap<String, Long> lend(Account to, long units) {
    long wanted = Math.min(units, room(to));
    for (ToLongFunction<Account> kept : KEPT) {
      for (long left = wanted - given(); left > 0 && takeOne(to, kept); left--) {
        accounts.put(to.with(to.ceiling() + given()));
      }
    }
    return taken;
  }

  private long given() {
    return taken.values().stream().mapToLong(Long::longValue).sum();
  }

  private long room(Account to) {
    return share(to)
        .map(s -> resource.unitsFor(s.ceiling()) - accounts.ofTenant(to.tenant()))
        .orElse(0L);
  }

  private boolean takeOne(Account to, ToLongFunction<Account> kept) {
    Optional<Account> from =
        accounts.all().stream()
            .filter(a -> !a.namespace().equals(to.namespace()))
            .filter(a -> a.ceiling() > kept.applyAsLong(a) && mayGive(a, to))
            .max(
                Comparator.comparingLong((Account a) -> a.ceiling() - kept.applyAsLong(a))
                    .thenComparing(Account::namespace, Comparator.reverseOrder()));
    from.ifPresent(
        a -> {
          accounts.put(a.with(a.ceiling() - 1));
          taken.merge(a.namespace(), 1L, Long::sum);
        });
    return from.isPresent();
  }

  private boolean mayGive(Account from, Account to) {
    return from.tenant().equals(to.tenant())
        || share(from)
            .map(s -> accounts.ofTenant(from.tenant()) > resource.unitsFor(s.guarantee()))
            .orElse(false);
  }

  private Optional<Share> share(Account account) {
    return shares.of(account.tenant(), resource.name());
  }
}
