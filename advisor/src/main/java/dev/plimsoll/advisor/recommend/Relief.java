package dev.plimsoll.advisor.recommend;

import dev.plimsoll.advisor.recommend.Accounts.Account;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.tenancy.plan.KeyProposal;
import dev.plimsoll.model.tenancy.plan.QuotaProposal;
import dev.plimsoll.model.whatif.World;
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
final class Relief {
  private static final int ROUNDS = 8;

  private final World world;
  private final Shares shares;
  private final Drafts drafts;
  private final Charges charges;
  private final Set<String> hopeful;
  private final Map<ResourceName, Accounts> accountsOf = new HashMap<>();
  private boolean changed;

  Relief(World world, Shares shares, Drafts drafts) {
    this.world = world;
    this.shares = shares;
    this.drafts = drafts;
    this.charges = new Charges(world.cluster());
    this.hopeful = RefusedForQuota.hopeful(world);
  }

  void give() {
    changed = true;
    for (int round = 0; changed && round < ROUNDS; round++) {
      changed = false;
      World then = Followed.by(world, drafts.all());
      RefusedForQuota.of(then, shares.capacity().policy()).forEach(this::relieve);
    }
  }

  private void relieve(RefusedForQuota refused) {
    Optional<ResourceQuota> quota =
        world.cluster().find(ResourceQuota.class, refused.namespace(), refused.quota());
    for (ResourceName key : refused.lacking().names()) {
      QuotaProposal proposal =
          drafts.all().stream()
              .filter(p -> p.namespace().equals(refused.namespace()))
              .filter(p -> p.name().equals(refused.quota()))
              .findFirst()
              .or(() -> quota.map(q -> drafts.of(refused.tenant(), q)))
              .orElseThrow();
      Optional<DividedResource> resource =
          shares.capacity().policy().resources().stream()
              .filter(r -> Accounts.isOn(world.cluster(), proposal, key, r))
              .findFirst();
      if (resource.isEmpty()) {
        raise(refused, proposal, key);
      } else if (shares.capacity().policy().changes().anySize()) {
        lend(refused, resource.get(), key);
      }
    }
  }

  private void raise(RefusedForQuota refused, QuotaProposal proposal, ResourceName key) {
    Quantity now = proposal.proposed().getOrZero(key);
    Quantity needed = now.add(refused.lacking().getOrZero(key));
    changed = true;
    drafts.set(
        proposal,
        key,
        refused.used().getOrZero(key),
        new DerivationStep(
            "waiting",
            needed,
            refused.sentence()
                + "; "
                + key
                + " isn't divided here, so its "
                + now
                + " are raised to what they need"));
  }

  private void lend(RefusedForQuota refused, DividedResource resource, ResourceName key) {
    long lacking = resource.unitsFor(refused.lacking().getOrZero(key));
    long first = resource.unitsFor(refused.first().getOrZero(key));
    if (!lend(refused, resource, lacking, first)) {
      long back =
          accounts(resource).in(refused.namespace()).map(a -> a.now() - a.ceiling()).orElse(0L);
      lend(refused, resource, Math.min(lacking, back), first);
    }
  }

  /** Lends up to that many units, if it comes to enough and no change is too small. */
  private boolean lend(RefusedForQuota refused, DividedResource resource, long most, long least) {
    Accounts accounts = accounts(resource).copy();
    Optional<Account> to = accounts.in(refused.namespace());
    if (to.isEmpty() || most <= 0) {
      return false;
    }
    SortedMap<String, Long> taken =
        new Lending(shares, resource, accounts, hopeful).lend(to.get(), most);
    long units = taken.values().stream().mapToLong(Long::longValue).sum();
    long hysteresis = shares.capacity().hysteresis(resource);
    boolean worthwhile =
        accounts.all().stream()
            .filter(
                a -> a.namespace().equals(refused.namespace()) || taken.containsKey(a.namespace()))
            .allMatch(a -> a.isWorthwhile(hysteresis));
    if (units == 0 || units < least || !worthwhile) {
      return false;
    }
    changed = true;
    accountsOf.put(resource.name(), accounts);
    String givers =
        taken.entrySet().stream()
            .map(
                e ->
                    resource.quantity(e.getValue())
                        + (e.getKey().equals(Lending.NOBODY)
                            ? " that nobody has"
                            : " from " + e.getKey()))
            .collect(Collectors.joining(", "));
    for (Account account : accounts.all()) {
      if (account.namespace().equals(refused.namespace())) {
        set(account, resource, refused.sentence() + "; it gets " + givers);
      } else if (taken.containsKey(account.namespace())) {
        set(account, resource, lent(account, resource, taken, refused));
      }
    }
    return true;
  }

  private Accounts accounts(DividedResource resource) {
    return accountsOf.computeIfAbsent(resource.name(), r -> Accounts.of(charges, resource, drafts));
  }

  private static String lent(
      Account account,
      DividedResource resource,
      SortedMap<String, Long> taken,
      RefusedForQuota refused) {
    String pods =
        account.ceiling() < account.charged()
            ? "; pods that wait for a node are charged it and stay admitted"
            : ", which it doesn't use";
    return resource.quantity(taken.getOrDefault(account.namespace(), 0L))
        + " go to "
        + refused.namespace()
        + pods;
  }

  private void set(Account account, DividedResource resource, String reason) {
    Quantity ceiling = resource.quantity(account.ceiling());
    for (QuotaProposal proposal : drafts.all()) {
      for (KeyProposal key : proposal.keys()) {
        if (proposal.namespace().equals(account.namespace())
            && Accounts.isOn(world.cluster(), proposal, key.key(), resource)) {
          drafts.set(
              proposal, key.key(), key.used(), new DerivationStep("waiting", ceiling, reason));
        }
      }
    }
  }
}
