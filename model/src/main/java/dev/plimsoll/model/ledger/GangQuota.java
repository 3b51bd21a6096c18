package dev.plimsoll.model.ledger;

import dev.plimsoll.kubernetes.pod.GangKey;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The quota that a gang holds in a ledger for its missing pods, from the first pod until all that
 * must run were created. What each pod draws is its own reservation, then its usage; the gang holds
 * the rest. So a pod that ends, or whose request fails, gives its place back to the gang.
 *
 * @param key the gang
 * @param owner the UID of the object that manages the first pod; empty if none does
 * @param each what a pod needs: the request of the first
 * @param size how many pods must run
 * @param members how many of them were observed when the ledger was last counted
 * @param reserved the UIDs of admitted pods whose reservations the ledger has
 * @param due how many pods were missing before the first was admitted
 * @param drawn how many admitted pods were observed since, also if they are gone again
 * @param expirationTime from when on the gang holds nothing any more, in whole seconds; a part of a
 *     second is rounded up
 */
public record GangQuota(
    GangKey key,
    String owner,
    Resources each,
    int size,
    int members,
    SortedSet<String> reserved,
    int due,
    int drawn,
    Instant expirationTime) {

  /** Rounds the time up. */
  public GangQuota {
    reserved = Collections.unmodifiableSortedSet(new TreeSet<>(reserved));
    expirationTime = expirationTime.plusNanos(999_999_999).truncatedTo(ChronoUnit.SECONDS);
  }

  /** Returns the quota of a gang after its first pod is admitted. */
  static GangQuota first(GangRequest request, Resources each) {
    return new GangQuota(
        request.key(),
        request.owner(),
        each,
        request.size(),
        request.members(),
        new TreeSet<>(Collections.singleton(request.uid())),
        request.missing(),
        0,
        request.expirationTime());
  }

  /**
   * Returns whether a pod is the first of its gang. The gang has no other pod, or an owner of the
   * same name has made the gang again.
   */
  boolean isFirst(GangRequest request) {
    boolean isAlone = reserved.stream().allMatch(request.uid()::equals);
    return (members == 0 && isAlone)
        || (request.isNamedByOwner() && !request.owner().equals(owner));
  }

  /** Returns the quota after another pod is admitted. The pod's gang may have a new size. */
  GangQuota with(GangRequest request) {
    SortedSet<String> more = new TreeSet<>(reserved);
    more.add(request.uid());
    int added = request.size() - size;
    return new GangQuota(
        key, owner, each, request.size(), members, more, due + added, drawn, expirationTime);
  }

  /** Returns the gang's part of a new count of the ledger. */
  GangQuota observed(Collection<String> uids, int count) {
    SortedSet<String> left = new TreeSet<>(reserved);
    boolean unused = left.removeAll(uids);
    int more = drawn + reserved.size() - left.size();
    return new GangQuota(key, owner, each, size, count, left, due, more, expirationTime);
  }

  /** Returns the quota if only these pods have reservations. */
  GangQuota reservedOnly(Collection<String> uids) {
    SortedSet<String> left = new TreeSet<>(reserved);
    left.retainAll(uids);
    return new GangQuota(key, owner, each, size, members, left, due, drawn, expirationTime);
  }

  /** Returns how many of the pods that must run were not admitted. */
  public int missing() {
    return Math.max(0, size - members - reserved.size());
  }

  /** Returns the amounts for the missing pods. */
  public Resources held() {
    return times(each, missing());
  }

  /** Returns whether all pods that must run were observed, together or one after the other. */
  boolean isComplete() {
    return members >= size || drawn >= due;
  }

  /** Returns whether no pod of the gang was ever created, and none will be as far as is known. */
  boolean isAbandoned() {
    return reserved.isEmpty() && drawn == 0;
  }

  /** Returns whether the time is over in which the gang may hold quota. */
  public boolean isExpired(Instant now) {
    return !now.isBefore(expirationTime);
  }

  static Resources times(Resources each, int pods) {
    Resources.Builder all = Resources.builder();
    each.forEach((key, quantity) -> all.put(key, quantity.multiply(pods)));
    return all.build();
  }
}
