package dev.plimsoll.model.ledger;

import dev.plimsoll.kubernetes.pod.GangKey;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The quota that gangs hold in a ledger.
 *
 * @param byKey the gangs' parts
 */
public record GangQuotas(SortedMap<GangKey, GangQuota> byKey) {
  /** Nothing held. */
  public static final GangQuotas NONE = new GangQuotas(new TreeMap<>());

  public GangQuotas {
    byKey = Collections.unmodifiableSortedMap(new TreeMap<>(byKey));
  }

  /** Returns the parts of some gangs; of several with one key, the last. */
  public static GangQuotas of(Collection<GangQuota> gangs) {
    SortedMap<GangKey, GangQuota> byKey = new TreeMap<>();
    gangs.forEach(g -> byKey.put(g.key(), g));
    return new GangQuotas(byKey);
  }

  /** Returns whether no gang holds anything. */
  public boolean isEmpty() {
    return byKey.isEmpty();
  }

  Optional<GangQuota> get(GangKey key) {
    return Optional.ofNullable(byKey.get(key));
  }

  /** Returns how much all gangs hold. */
  public Resources total() {
    return totalWithout(Optional.empty());
  }

  /** Returns how much all gangs but one hold. */
  Resources totalWithout(Optional<GangKey> left) {
    Resources total = Resources.EMPTY;
    for (GangQuota gang : byKey.values()) {
      total = left.filter(gang.key()::equals).isPresent() ? total : total.add(gang.held());
    }
    return total;
  }

  GangQuotas with(GangQuota gang) {
    SortedMap<GangKey, GangQuota> more = new TreeMap<>(byKey);
    more.put(gang.key(), gang);
    return new GangQuotas(more);
  }

  /** Returns the gangs after a count that has observed some pods. Complete gangs hold nothing. */
  GangQuotas observed(Set<String> uids, ObservedGangs gangs) {
    SortedMap<GangKey, GangQuota> counted = new TreeMap<>();
    byKey.forEach(
        (key, gang) -> {
          GangQuota after = gang.observed(uids, gangs.members(key, gang.owner()));
          if (!after.isComplete()) {
            counted.put(key, after);
          }
        });
    return new GangQuotas(counted);
  }

  /** Returns the gangs if only these reservations are left. A gang that nobody needs is gone. */
  GangQuotas reservedOnly(Reservations left) {
    if (isEmpty()) {
      return this;
    }
    Set<String> uids = left.keySet().stream().map(Reservation.Key::uid).collect(Collectors.toSet());
    SortedMap<GangKey, GangQuota> kept = new TreeMap<>();
    for (Map.Entry<GangKey, GangQuota> each : byKey.entrySet()) {
      GangQuota after = each.getValue().reservedOnly(uids);
      if (after.equals(each.getValue()) || !after.isAbandoned()) {
        kept.put(each.getKey(), after);
      }
    }
    return new GangQuotas(kept);
  }

  /** Returns the gangs whose time isn't over. */
  GangQuotas unexpired(Instant now) {
    return byKey.values().stream().noneMatch(g -> g.isExpired(now))
        ? this
        : of(byKey.values().stream().filter(g -> !g.isExpired(now)).toList());
  }
}
