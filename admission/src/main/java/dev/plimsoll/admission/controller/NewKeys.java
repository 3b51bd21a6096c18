package dev.plimsoll.admission.controller;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.ledger.EnforcedQuota;
import dev.plimsoll.model.ledger.Ledger;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Keys that a ledger hasn't counted yet. Until a key is counted, nobody knows what is left of it.
 *
 * <p>A ledger that was deleted or edited to nonsense has lost reservations. Its keys are counted
 * once no request that relied on these can be stored any more. A quota or key that this replica has
 * seen appear is new: no request can rely on it. Its key is counted after a short time, in which
 * the other replicas see it, too. A request that was answered before that is judged as if the quota
 * hadn't existed, as kube-apiserver does.
 */
final class NewKeys {
  /** In this time all replicas see a new quota, and its ledger. */
  static final Duration SETTLING = Duration.ofMillis(500);

  private final Ticker ticker;
  private final long longestRequest;
  private final long settling;

  @GuardedBy("this")
  private final Map<String, Map<ResourceName, Long>> since = new HashMap<>();

  /** The keys of quotas that exist, or have existed within the time of the longest request. */
  @GuardedBy("this")
  private final Map<Key, Seen> seen = new HashMap<>();

  /** When {@link #planned} was last called; nothing was seen before the first call. */
  @GuardedBy("this")
  private Optional<Long> lookedAt = Optional.empty();

  private record Key(String ledger, ResourceName name) {}

  /**
   * When a quota had a key.
   *
   * @param isNew whether it appeared while this replica looked, and wasn't counted since
   * @param last when it was last there
   */
  private record Seen(boolean isNew, long last) {
    Seen counted() {
      return new Seen(false, last);
    }
  }

  NewKeys(Ticker ticker, Duration longestRequest) {
    this.ticker = ticker;
    this.longestRequest = longestRequest.toNanos();
    this.settling = Math.min(SETTLING.toNanos(), this.longestRequest);
  }

  /** Takes note of the quotas that exist now. A key that returns soon isn't new. */
  synchronized void planned(SortedMap<String, EnforcedQuota> quotas) {
    long now = ticker.read();
    seen.values().removeIf(s -> now - s.last() > longestRequest);
    quotas.forEach(
        (ledger, quota) ->
            quota.spec().hard().names().forEach(name -> see(new Key(ledger, name), now)));
    lookedAt = Optional.of(now);
  }

  @GuardedBy("this")
  private void see(Key key, long now) {
    boolean isNew =
        Optional.ofNullable(seen.get(key))
            .map(s -> s.isNew() && lookedAt.filter(at -> at <= s.last()).isPresent())
            .orElse(lookedAt.isPresent());
    seen.put(key, new Seen(isNew, now));
  }

  /** Returns of what is used the keys that may be counted; nothing if none may. */
  synchronized SortedMap<String, Resources> countable(
      String name, Ledger ledger, SortedMap<String, Resources> used) {
    Set<ResourceName> counted = ledger.countedKeys();
    counted.forEach(key -> seen.computeIfPresent(new Key(name, key), (k, s) -> s.counted()));
    Map<ResourceName, Long> waiting = since.computeIfAbsent(name, n -> new HashMap<>());
    waiting.keySet().removeAll(counted);
    waiting.keySet().removeIf(key -> used.values().stream().noneMatch(u -> u.contains(key)));
    Set<ResourceName> ready = ready(name, waiting, counted, used);
    SortedMap<String, Resources> countable = new TreeMap<>();
    used.forEach((namespace, amounts) -> countable.put(namespace, amounts.mask(ready::contains)));
    return countable.values().stream().allMatch(Resources::isEmpty) ? new TreeMap<>() : countable;
  }

  @GuardedBy("this")
  private Set<ResourceName> ready(
      String name,
      Map<ResourceName, Long> waiting,
      Set<ResourceName> counted,
      SortedMap<String, Resources> used) {
    long now = ticker.read();
    Set<ResourceName> ready = new HashSet<>(counted);
    for (Resources amounts : used.values()) {
      for (ResourceName key : amounts.names()) {
        if (!counted.contains(key)
            && now - waiting.computeIfAbsent(key, k -> now) >= wait(name, key)) {
          ready.add(key);
        }
      }
    }
    return ready;
  }

  @GuardedBy("this")
  private long wait(String ledger, ResourceName key) {
    return Optional.ofNullable(seen.get(new Key(ledger, key))).filter(Seen::isNew).isPresent()
        ? settling
        : longestRequest;
  }

  /** Returns the ledgers with a key that waits, and may be counted now. */
  synchronized Set<String> ready() {
    long now = ticker.read();
    Set<String> ready = new HashSet<>();
    for (Map.Entry<String, Map<ResourceName, Long>> ledger : since.entrySet()) {
      for (Map.Entry<ResourceName, Long> key : ledger.getValue().entrySet()) {
        if (now - key.getValue() >= wait(ledger.getKey(), key.getKey())) {
          ready.add(ledger.getKey());
        }
      }
    }
    return ready;
  }

  synchronized void retain(Set<String> names) {
    since.keySet().retainAll(names);
  }
}
