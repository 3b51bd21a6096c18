package dev.plimsoll.admission.controller;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Keys that a ledger hasn't counted yet: all of a new ledger, or of one that was edited to
 * nonsense, and those that its quota was given since. Requests may be under way that reserved
 * nothing under them. So they are counted once no such request can be stored any more, and until
 * then nobody knows what is left.
 */
final class NewKeys {
  private final Ticker ticker;
  private final long longestRequest;

  @GuardedBy("this")
  private final Map<String, Map<ResourceName, Long>> since = new HashMap<>();

  NewKeys(Ticker ticker, Duration longestRequest) {
    this.ticker = ticker;
    this.longestRequest = longestRequest.toNanos();
  }

  /** Returns of what is used the keys that may be counted; nothing if none may. */
  synchronized SortedMap<String, Resources> countable(
      String name, Ledger ledger, SortedMap<String, Resources> used) {
    Set<ResourceName> counted = ledger.countedKeys();
    Map<ResourceName, Long> waiting = since.computeIfAbsent(name, n -> new HashMap<>());
    waiting.keySet().removeAll(counted);
    long now = ticker.read();
    SortedMap<String, Resources> countable = new TreeMap<>();
    used.forEach(
        (namespace, amounts) ->
            countable.put(
                namespace,
                amounts.mask(
                    key ->
                        counted.contains(key)
                            || now - waiting.computeIfAbsent(key, k -> now) >= longestRequest)));
    return countable.values().stream().allMatch(Resources::isEmpty) ? new TreeMap<>() : countable;
  }

  synchronized void retain(Set<String> names) {
    since.keySet().retainAll(names);
  }
}
