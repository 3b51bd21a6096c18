package dev.plimsoll.advisor.recommend;

import dev.plimsoll.advisor.recommend.Accounts.Account;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Share;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.tenancy.plan.KeyProposal;
import dev.plimsoll.model.tenancy.plan.QuotaProposal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Brings ceilings to multiples that pods can use, where a limit range's default shapes what they
 * are charged: beyond what is used a ceiling is cut to a multiple of the {@linkplain Grains charge
 * of a pod}. What that sets free makes others a whole multiple, or goes to namespaces whose pods
 * can use any number. Ceilings, guarantees and the hysteresis hold.
 */
final class Multiples {
  private final Cluster cluster;
  private final Shares shares;
  private final Drafts drafts;

  Multiples(Cluster cluster, Shares shares, Drafts drafts) {
    this.cluster = cluster;
    this.shares = shares;
    this.drafts = drafts;
  }

  void fit() {
    if (shares.capacity().policy().changes().anySize()) {
      shares.capacity().policy().resources().forEach(this::fit);
    }
  }

  private void fit(DividedResource resource) {
    Map<String, Long> grains = Grains.of(cluster, resource);
    if (grains.isEmpty()) {
      return;
    }
    Accounts accounts = Accounts.of(new Charges(cluster), resource, drafts);
    List<Account> before = accounts.all();
    long rest = 0;
    for (Account account : before) {
      long cut =
          Math.max(0, account.ceiling() - account.charged())
              % grains.getOrDefault(account.namespace(), 1L);
      if (cut > 0 && mayLose(account, cut, resource, accounts)) {
        accounts.put(account.with(account.ceiling() - cut));
        rest += cut;
      }
    }
    if (rest == 0) {
      return;
    }
    rest = giveWhole(rest, resource, accounts, before, grains);
    giveAny(rest, resource, accounts, grains);
    for (Account account : before) {
      long now = accounts.in(account.namespace()).map(Account::ceiling).orElse(account.ceiling());
      if (now != account.ceiling()) {
        set(account, now, resource, grains.getOrDefault(account.namespace(), 1L));
      }
    }
  }

  /** Makes those cut most a whole multiple again; returns what is left. */
  private long giveWhole(
      long rest,
      DividedResource resource,
      Accounts accounts,
      List<Account> before,
      Map<String, Long> grains) {
    long left = rest;
    List<Account> cut =
        before.stream()
            .filter(a -> lost(a, accounts) > 0)
            .sorted(
                Comparator.comparingLong((Account a) -> -lost(a, accounts))
                    .thenComparing(Account::namespace))
            .toList();
    for (Account account : cut) {
      long more = grains.getOrDefault(account.namespace(), 1L);
      if (more <= left && give(account.namespace(), more, resource, accounts) > 0) {
        left -= more;
      }
    }
    return left;
  }

  private static long lost(Account account, Accounts accounts) {
    return account.ceiling()
        - accounts.in(account.namespace()).map(Account::ceiling).orElse(account.ceiling());
  }

  /** Gives the rest to namespaces that can use any number, the largest ceilings first. */
  private void giveAny(
      long rest, DividedResource resource, Accounts accounts, Map<String, Long> grains) {
    long left = rest;
    List<Account> others =
        accounts.all().stream()
            .filter(a -> !grains.containsKey(a.namespace()) && a.ceiling() > 0)
            .sorted(
                Comparator.comparingLong((Account a) -> -a.ceiling())
                    .thenComparing(Account::namespace))
            .toList();
    for (Account account : others) {
      left -= give(account.namespace(), left, resource, accounts);
    }
  }

  /** Gives as much of it as a tenant may have, or nothing if the change is too small. */
  private long give(String namespace, long units, DividedResource resource, Accounts accounts) {
    Optional<Account> to = accounts.in(namespace);
    if (to.isEmpty()) {
      return 0;
    }
    long most = share(to.get(), resource).map(s -> resource.unitsFor(s.ceiling())).orElse(0L);
    long given = Math.min(units, most - accounts.ofTenant(to.get().tenant()));
    Account with = to.get().with(to.get().ceiling() + given);
    if (given <= 0 || !with.isWorthwhile(shares.capacity().hysteresis(resource))) {
      return 0;
    }
    accounts.put(with);
    return given;
  }

  private boolean mayLose(
      Account account, long units, DividedResource resource, Accounts accounts) {
    long guaranteed =
        share(account, resource).map(s -> resource.unitsFor(s.guarantee())).orElse(0L);
    return accounts.ofTenant(account.tenant()) - units >= guaranteed
        && account
            .with(account.ceiling() - units)
            .isWorthwhile(shares.capacity().hysteresis(resource));
  }

  private Optional<Share> share(Account account, DividedResource resource) {
    return shares.of(account.tenant(), resource.name());
  }

  private void set(Account account, long units, DividedResource resource, long grain) {
    String reason =
        grain > 1
            ? "pods are charged multiples of "
                + resource.quantity(grain)
                + ", as a limit range's default has it"
            : "it gets what pods elsewhere, charged in larger multiples, can't use";
    for (QuotaProposal proposal : drafts.all()) {
      for (KeyProposal key : proposal.keys()) {
        if (proposal.namespace().equals(account.namespace())
            && Accounts.isOn(cluster, proposal, key.key(), resource)) {
          drafts.set(
              proposal,
              key.key(),
              key.used(),
              new DerivationStep("multiple", resource.quantity(units), reason));
        }
      }
    }
  }
}
