package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Share;
import dev.plimsoll.model.tenancy.usage.AppliedPolicy;
import dev.plimsoll.model.tenancy.usage.TenantUsage;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Shares as numbers, so that a simulation forward is fast: an account for each share of each
 * policy, in thousandths. {@link ShareCounts} decides by it as {@code ShareRule} does; a property
 * test compares both.
 */
final class ShareTable {
  private final PolicyUsage policyUsage;
  private final NodeTable nodes;
  private final List<Account> accounts = new ArrayList<>();
  private final List<Pool> pools = new ArrayList<>();
  private final Map<Object, Integer> numbers = new HashMap<>();

  /**
   * A tenant's share of a resource under a policy.
   *
   * @param pool the number of its pool
   * @param share the share
   * @param ceiling the most that the tenant gets, borrowed or not
   */
  record Account(int pool, long share, long ceiling) {}

  /**
   * A resource under a policy.
   *
   * @param sum the sum of all shares
   * @param borrows whether tenants may borrow
   * @param counted the nodes where the resource counts
   * @param accounts the numbers of its accounts
   */
  record Pool(long sum, boolean borrows, BitSet counted, List<Integer> accounts) {}

  /**
   * The requests of pods against accounts.
   *
   * @param accounts the numbers of accounts
   * @param amounts how much of each
   * @param waits whether the pods count as waiting in the account: some node could take them
   */
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares or changes it.
  record Charge(int[] accounts, long[] amounts, boolean[] waits) {
    static final Charge NONE = new Charge(new int[0], new long[0], new boolean[0]);
  }

  private record Key(String policy, String tenant, ResourceName resource) {}

  ShareTable(PolicyUsage policyUsage, NodeTable nodes) {
    this.policyUsage = policyUsage;
    this.nodes = nodes;
    for (TenantUsage usage : policyUsage.usages()) {
      AppliedPolicy applied = usage.appliedPolicy();
      for (ResourceName resource : applied.shares().byResource().keySet()) {
        add(applied, resource);
      }
    }
  }

  private void add(AppliedPolicy applied, ResourceName resource) {
    BitSet counted = new BitSet();
    for (int i = 0; i < nodes.nodes(); i++) {
      counted.set(i, applied.countedOn(nodes.snapshot().nodeName(i)).contains(resource));
    }
    boolean borrows = applied.policy().enforcement().borrowing() != BorrowingMode.NEVER;
    List<Integer> ofPool = new ArrayList<>();
    for (Share share : applied.shares().all()) {
      if (share.resource().equals(resource)) {
        numbers.put(new Key(applied.policy().name(), share.tenant(), resource), accounts.size());
        ofPool.add(accounts.size());
        accounts.add(
            new Account(pools.size(), share.share().milliValue(), share.ceiling().milliValue()));
      }
    }
    pools.add(new Pool(applied.sum(resource).milliValue(), borrows, counted, ofPool));
  }

  List<Account> accounts() {
    return accounts;
  }

  List<Pool> pools() {
    return pools;
  }

  boolean isEmpty() {
    return policyUsage.isEmpty();
  }

  /** Returns how much of each account is used at first. */
  long[] used() {
    long[] used = new long[accounts.size()];
    for (TenantUsage usage : policyUsage.usages()) {
      AppliedPolicy applied = usage.appliedPolicy();
      for (Share share : applied.shares().all()) {
        Integer number =
            numbers.get(new Key(applied.policy().name(), share.tenant(), share.resource()));
        if (number != null) {
          used[number] = usage.use(share.tenant(), share.resource()).milliValue();
        }
      }
    }
    return used;
  }

  /** Returns the requests of a pod without a node, by account. */
  Charge charge(Pod pod) {
    List<Integer> some = new ArrayList<>();
    List<Long> amounts = new ArrayList<>();
    List<Boolean> waits = new ArrayList<>();
    for (TenantUsage usage : policyUsage.usages()) {
      boolean isServable = usage.appliedPolicy().isServable(pod);
      add(usage, pod, usage.requests(pod), isServable, some, amounts, waits);
    }
    return charge(some, amounts, waits);
  }

  /** Returns the amounts that a pod on a node holds, by account. */
  Charge held(Pod pod) {
    List<Integer> some = new ArrayList<>();
    List<Long> amounts = new ArrayList<>();
    List<Boolean> waits = new ArrayList<>();
    for (TenantUsage usage : policyUsage.usages()) {
      add(usage, pod, usage.placedRequests(pod), false, some, amounts, waits);
    }
    return charge(some, amounts, waits);
  }

  private void add(
      TenantUsage usage,
      Pod pod,
      Resources requests,
      boolean isServable,
      List<Integer> some,
      List<Long> amounts,
      List<Boolean> waits) {
    String policy = usage.appliedPolicy().policy().name();
    Optional<String> tenant = policyUsage.tenant(usage, pod);
    for (ResourceName name : tenant.isPresent() ? requests.names() : List.<ResourceName>of()) {
      Integer number = numbers.get(new Key(policy, tenant.get(), name));
      if (number != null) {
        some.add(number);
        amounts.add(requests.getOrZero(name).milliValue());
        waits.add(isServable);
      }
    }
  }

  private static Charge charge(List<Integer> some, List<Long> amounts, List<Boolean> waits) {
    if (some.isEmpty()) {
      return Charge.NONE;
    }
    boolean[] flags = new boolean[waits.size()];
    for (int i = 0; i < flags.length; i++) {
      flags[i] = waits.get(i);
    }
    return new Charge(
        some.stream().mapToInt(Integer::intValue).toArray(),
        amounts.stream().mapToLong(Long::longValue).toArray(),
        flags);
  }

  /** Returns the accounts of the pod's tenant by the first policy that knows the tenant. */
  List<Integer> accounts(Pod pod) {
    for (TenantUsage usage : policyUsage.usages()) {
      Optional<String> tenant = policyUsage.tenant(usage, pod);
      if (tenant.isPresent()) {
        return usage.appliedPolicy().shares().all().stream()
            .filter(s -> s.tenant().equals(tenant.get()))
            .map(
                s ->
                    numbers.get(
                        new Key(usage.appliedPolicy().policy().name(), s.tenant(), s.resource())))
            .toList();
      }
    }
    return List.of();
  }

  /** Returns the requests of all of some pods, by the accounts of the first. */
  static Charge sum(List<Charge> charges) {
    Charge first = charges.get(0);
    long[] amounts = new long[first.accounts().length];
    for (int i = 0; i < amounts.length; i++) {
      for (Charge each : charges) {
        amounts[i] += amountOf(each, first.accounts()[i]);
      }
    }
    return new Charge(first.accounts(), amounts, first.waits());
  }

  private static long amountOf(Charge charge, int account) {
    for (int i = 0; i < charge.accounts().length; i++) {
      if (charge.accounts()[i] == account) {
        return charge.amounts()[i];
      }
    }
    return 0;
  }
}
