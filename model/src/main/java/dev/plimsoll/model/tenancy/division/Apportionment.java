package dev.plimsoll.model.tenancy.division;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The result of a division: each tenant's units.
 *
 * @param units what there was
 * @param shares what each tenant got, by name
 */
public record Apportionment(long units, SortedMap<String, Long> shares) {

  public Apportionment {
    shares = Collections.unmodifiableSortedMap(new TreeMap<>(shares));
  }

  /** Returns the units that the tenant got; 0 for a tenant that took no part. */
  public long of(String tenant) {
    return shares.getOrDefault(tenant, 0L);
  }

  /** Returns the sum of units that all tenants got. */
  public long given() {
    return shares.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the units that nobody may have, because all tenants are at their ceilings. */
  public long left() {
    return units - given();
  }
}
