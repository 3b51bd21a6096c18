package dev.plimsoll.admission.controller;

import dev.plimsoll.admission.ledger.QuotaLedger;
import dev.plimsoll.admission.ledger.ReplicaResync;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.watch.ChangeListener;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kube.watch.ObservedCluster;
import dev.plimsoll.kube.watch.WatchHealth;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.ledger.EnforcedQuota;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.ObservedUsage;
import dev.plimsoll.model.ledger.Reservation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The ledgers by what this replica has observed. Every replica may count, not only the leader: a
 * ledger has the versions that it was counted from, and an older count changes nothing. A ledger
 * has the version of its limits, too, and newer ones hold at once. The leader alone counts keys
 * that are new, and follows changes of scopes.
 */
public final class ObservedLedgers implements ReplicaResync, ChangeListener {
  /** Twice as long as a reservation lasts by default: the news of a ledger may be late. */
  private static final Duration KEPT_DELETED = Duration.ofMinutes(2);

  /** So that counting one ledger takes a third of one processor at most. */
  private static final int REST_FACTOR = 2;

  private static final long KEPT = Duration.ofSeconds(1).toNanos();

  private final Supplier<ObservedCluster> observed;
  private final BooleanSupplier isWhole;
  private final Function<String, Optional<EnforcedQuota>> quotas;
  private final DeletedObjects deletedObjects;
  private final Ticker ticker;
  private final Map<String, Counted> latest = new ConcurrentHashMap<>();

  private record Counted(QuotaCount count, long at, long took) {}

  ObservedLedgers(
      Supplier<ObservedCluster> observed,
      BooleanSupplier isWhole,
      Function<String, Optional<EnforcedQuota>> quotas,
      Ticker ticker) {
    this.observed = observed;
    this.isWhole = isWhole;
    this.quotas = quotas;
    this.deletedObjects = new DeletedObjects(ticker, KEPT_DELETED);
    this.ticker = ticker;
  }

  /** Counts by informers. */
  public static ObservedLedgers of(ClusterInformers informers, LedgerPlan plan, Ticker ticker) {
    ObservedLedgers ledgers =
        new ObservedLedgers(
            informers::observed, () -> isWhole(informers.quotaHealth()), plan::quota, ticker);
    Cluster unused = informers.store().addListener(ledgers);
    return ledgers;
  }

  /** Returns whether informers have observed all that quotas count. */
  static boolean isWhole(WatchHealth health) {
    return health.synced() && !health.isDoubtful();
  }

  @Override
  public void changed(List<ObjectChange> changes, Cluster now) {
    deletedObjects.add(changes);
  }

  /** Returns which reservations have ended: their objects were observed, now or before. */
  Predicate<Reservation> ended(QuotaCount count, Ledger ledger) {
    Predicate<Reservation> isObserved = count.observes(ledger);
    return r -> isObserved.test(r) || deletedObjects.contains(r.reservedBy().uid());
  }

  @Override
  public QuotaLedger limited(QuotaLedger ledger) {
    return quotas.apply(ledger.name()).map(ledger::limitedBy).orElse(ledger);
  }

  @Override
  public Ledger resynced(String name, Ledger ledger) {
    // The leader follows a quota that counts other objects.
    Optional<EnforcedQuota> quota = quotas.apply(name).filter(q -> q.hasScopesOf(ledger));
    if (quota.isEmpty() || !isWhole.getAsBoolean()) {
      return ledger;
    }
    QuotaCount count = count(name, quota.get().withHard(ledger.spec().hard(), ""));
    Set<ResourceName> counted = ledger.countedKeys();
    SortedMap<String, Resources> used = new TreeMap<>();
    count.used().forEach((namespace, all) -> used.put(namespace, all.mask(counted::contains)));
    boolean isSame =
        used.keySet().equals(ledger.used().keySet())
            && used.values().stream().allMatch(u -> u.names().containsAll(counted));
    return isSame
        ? ledger.resynced(
            new ObservedUsage(used, count.versions(), count.gangs(ledger)), ended(count, ledger))
        : ledger;
  }

  private QuotaCount count(String name, EnforcedQuota quota) {
    long now = ticker.read();
    latest.values().removeIf(c -> now - c.at() > KEPT);
    return latest
        .compute(
            name,
            (n, before) -> {
              ObservedCluster seen = observed.get();
              return before != null
                      && before.count().quota().equals(quota)
                      && (now - before.at() < REST_FACTOR * before.took()
                          || before.count().isOf(quota, seen))
                  ? before
                  : counted(quota, seen);
            })
        .count();
  }

  private Counted counted(EnforcedQuota quota, ObservedCluster seen) {
    long began = ticker.read();
    QuotaCount count = QuotaCount.of(quota, seen);
    long now = ticker.read();
    return new Counted(count, now, now - began);
  }
}
