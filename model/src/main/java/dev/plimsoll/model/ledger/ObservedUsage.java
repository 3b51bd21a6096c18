package dev.plimsoll.model.ledger;

import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ResourceVersion;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The usage counted from the objects that informers have observed.
 *
 * @param used what is used, by namespace
 * @param versions of each resource that was counted, the resource version up to which its changes
 *     were observed
 * @param gangs the pods of gangs among the objects
 */
public record ObservedUsage(
    SortedMap<String, Resources> used,
    SortedMap<GroupResource, String> versions,
    ObservedGangs gangs) {

  /** Creates the usage of objects that belong to no gang. */
  public ObservedUsage(
      SortedMap<String, Resources> used, SortedMap<GroupResource, String> versions) {
    this(used, versions, ObservedGangs.NONE);
  }

  public ObservedUsage {
    used = Collections.unmodifiableSortedMap(new TreeMap<>(used));
    versions = Collections.unmodifiableSortedMap(new TreeMap<>(versions));
  }

  /**
   * Returns whether the versions of some resource are older than {@code others}, or can't be
   * compared.
   */
  boolean isOlderThan(SortedMap<GroupResource, String> others) {
    return versions.entrySet().stream()
        .anyMatch(
            v -> {
              String other = others.getOrDefault(v.getKey(), v.getValue());
              return !other.equals(v.getValue()) && ResourceVersion.isNewer(other, v.getValue());
            });
  }
}
