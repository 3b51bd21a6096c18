package dev.plimsoll.model.ledger;

import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The reservations of a ledger by {@link Reservation#key}, in the order of their creation, and
 * their sum. The sum is updated with each addition, since there may be thousands of reservations.
 */
public final class Reservations extends AbstractMap<Reservation.Key, Reservation> {
  /** Nothing reserved. */
  public static final Reservations NONE = new Reservations(Map.of(), Resources.EMPTY);

  private final Map<Reservation.Key, Reservation> byKey;
  private final Resources total;

  private Reservations(Map<Reservation.Key, Reservation> byKey, Resources total) {
    this.byKey = byKey;
    this.total = total;
  }

  /** Returns these reservations; of several with one key, the last. */
  public static Reservations of(Collection<Reservation> reservations) {
    Map<Reservation.Key, Reservation> byKey = new LinkedHashMap<>();
    reservations.forEach(r -> byKey.put(r.key(), r));
    return of(byKey);
  }

  private static Reservations of(Map<Reservation.Key, Reservation> byKey) {
    Resources total = Resources.EMPTY;
    for (Reservation reservation : byKey.values()) {
      total = total.add(reservation.reserved());
    }
    return new Reservations(byKey, total);
  }

  /** Returns how much all of it is. */
  public Resources total() {
    return total;
  }

  /** Returns how much it is without what is reserved under a key. */
  Resources totalWithout(Reservation.Key key) {
    return without(key).total;
  }

  /**
   * Returns these reservations and another one. Of what is reserved under one key already, the
   * larger amounts and the later expiry stay.
   */
  Reservations with(Reservation reservation) {
    Map<Reservation.Key, Reservation> more = new LinkedHashMap<>(byKey);
    Optional<Reservation> before = Optional.ofNullable(byKey.get(reservation.key()));
    more.put(reservation.key(), before.map(b -> b.or(reservation)).orElse(reservation));
    return before.isEmpty() ? new Reservations(more, total.add(reservation.reserved())) : of(more);
  }

  /** Returns these reservations and more, each as in {@link #with(Reservation)}. */
  Reservations with(Collection<Reservation> more) {
    Map<Reservation.Key, Reservation> all = new LinkedHashMap<>(byKey);
    more.forEach(r -> all.merge(r.key(), r, Reservation::or));
    return of(all);
  }

  /** Returns these reservations without a key's; the same object if the key has none. */
  Reservations without(Reservation.Key key) {
    return byKey.containsKey(key) ? without(r -> r.key().equals(key)) : this;
  }

  /** Returns these reservations without the ended ones; the same object if none has ended. */
  Reservations without(Predicate<Reservation> ended) {
    Map<Reservation.Key, Reservation> left = new LinkedHashMap<>(byKey);
    return left.values().removeIf(ended) ? of(left) : this;
  }

  @Override
  public Set<Entry<Reservation.Key, Reservation>> entrySet() {
    return Collections.unmodifiableMap(byKey).entrySet();
  }

  @Override
  public @Nullable Reservation get(@Nullable Object key) {
    return byKey.get(key);
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return byKey.containsKey(key);
  }
}
