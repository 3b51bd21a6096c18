package dev.plimsoll.model.tenancy.usage;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.Share;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rule of shares at placement. A tenant may place pods up to its share. If the policy allows
 * borrowing, the tenant may go beyond, up to its ceiling. It borrows what other tenants leave idle
 * of their shares, less what their waiting pods need and what they have borrowed. Pods may be taken
 * out of the usage, to see the result without them.
 */
public final class ShareRule {
  private final TenantUsage usage;
  private final Map<String, Resources> goneOf = new HashMap<>();
  private Resources gone = Resources.EMPTY;

  /** Creates the rule for the usage of tenants. */
  public ShareRule(TenantUsage usage) {
    this.usage = usage;
  }

  /** Takes an amount out of a tenant's usage. */
  public void without(String tenant, Resources held) {
    goneOf.merge(tenant, held, Resources::add);
    gone = gone.add(held);
  }

  /** Returns the first resource whose amount the tenant can't have. */
  public Optional<ResourceName> insufficientResource(String tenant, Resources asked) {
    return amounts(tenant, asked).stream()
        .filter(a -> !a.suffice())
        .map(ShareAmounts::resource)
        .findFirst();
  }

  /** Returns by which amounts it is decided whether the tenant can have that much more. */
  public List<ShareAmounts> amounts(String tenant, Resources asked) {
    return asked.names().stream()
        .flatMap(n -> share(tenant, n).stream())
        .map(s -> amounts(s, asked.getOrZero(s.resource())))
        .toList();
  }

  private ShareAmounts amounts(Share share, Quantity more) {
    return new ShareAmounts(
        share.resource(), more, use(share), share.share(), share.ceiling(), borrowable(share));
  }

  /** Returns whether the tenant, with that much more, has more than its share of some of it. */
  public boolean isBeyond(String tenant, Resources resources, Resources more) {
    return resources.names().stream()
        .anyMatch(
            n ->
                share(tenant, n)
                    .filter(s -> exceeds(use(s).add(more.getOrZero(n)), s.share()))
                    .isPresent());
  }

  /** Returns whether the tenant has more than its share of any of these, of anything if none. */
  public boolean isBeyond(String tenant, Resources resources) {
    return resources.isEmpty()
        ? usage.appliedPolicy().shares().byResource().keySet().stream()
            .anyMatch(n -> isBeyond(tenant, Resources.of(n, Quantity.ZERO), Resources.EMPTY))
        : isBeyond(tenant, resources, Resources.EMPTY);
  }

  /** Returns how far the tenant may go beyond its share, up to its ceiling. */
  private Quantity borrowable(Share share) {
    return switch (usage.appliedPolicy().policy().enforcement().borrowing()) {
      case NEVER -> Quantity.ZERO;
      case IDLE, RECLAIM ->
          Quantity.max(idleCapacity(share).subtract(awaitedByOthers(share)), Quantity.ZERO);
    };
  }

  /** Returns the amount that waiting pods of other tenants will take of their shares. */
  private Quantity awaitedByOthers(Share borrower) {
    Quantity sum = Quantity.ZERO;
    for (String tenant : usage.waiting().tenants()) {
      Optional<Share> share = share(tenant, borrower.resource());
      if (share.isPresent() && !tenant.equals(borrower.tenant())) {
        Quantity left = Quantity.max(share.get().share().subtract(use(share.get())), Quantity.ZERO);
        sum = sum.add(usage.waiting().taking(tenant, borrower.resource(), left));
      }
    }
    return sum;
  }

  /**
   * Returns the idle amount of the other tenants' shares, less the amount that they have borrowed.
   */
  private Quantity idleCapacity(Share borrower) {
    ResourceName resource = borrower.resource();
    Quantity unused =
        usage
            .appliedPolicy()
            .sum(resource)
            .subtract(usage.use(resource))
            .add(gone.getOrZero(resource));
    Quantity own = borrower.share().subtract(use(borrower));
    return Quantity.max(unused.subtract(own), Quantity.ZERO);
  }

  private Quantity use(Share share) {
    Resources less = goneOf.getOrDefault(share.tenant(), Resources.EMPTY);
    return usage.use(share.tenant(), share.resource()).subtract(less.getOrZero(share.resource()));
  }

  private Optional<Share> share(String tenant, ResourceName resource) {
    return usage.appliedPolicy().shares().of(tenant, resource);
  }

  private static boolean exceeds(Quantity one, Quantity other) {
    return one.compareTo(other) > 0;
  }
}
