package dev.plimsoll.model.tenancy.division;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who got how much of what was divided.
 *
 * @param units what there was
 * @param shares what each tenant got, by name
 */
public record Apportionment(long units, SortedMap<String, Long> shares) {

  /** Makes the shares unmodifiable. */
  public Apportionment {
    shares = Collections.unmodifiableSortedMap(new TreeMap<>(shares));
  }

  /** Returns what the tenant got; 0 for one that took no part. */
  public long of(String tenant) {
    return shares.getOrDefault(tenant, 0L);
  }

  /** Returns what all tenants got together. */
  public long given() {
    return shares.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns what nobody may have, since all are at their ceilings. */
  public long left() {
    return units - given();
  }
}
