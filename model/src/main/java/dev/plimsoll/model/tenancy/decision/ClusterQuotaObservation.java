package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.kubernetes.quantity.Quantity;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The amount of a resource that an OpenShift ClusterResourceQuota leaves to tenants.
 *
 * @param name its name
 * @param hard what it allows over all namespaces that it selects
 * @param usedByOthers how much of that those use that are of no tenant
 * @param units how many whole units that leaves to the others together
 * @param namespaces the tenants' namespaces that it selects
 */
public record ClusterQuotaObservation(
    String name, Quantity hard, Quantity usedByOthers, long units, SortedSet<String> namespaces) {

  /**
   * Checks the units.
   *
   * @throws IllegalArgumentException if the units are negative
   */
  public ClusterQuotaObservation {
    namespaces = Collections.unmodifiableSortedSet(new TreeSet<>(namespaces));
    if (units < 0) {
      throw new IllegalArgumentException("ClusterResourceQuota " + name + " leaves " + units);
    }
  }

  /** Returns a clause with the quota's limit and its namespaces. */
  String message() {
    String others =
        usedByOthers.signum() == 0 ? "" : "; namespaces without a tenant use " + usedByOthers;
    String selected =
        namespaces.size() == 1
            ? "namespace " + namespaces.first()
            : "the " + namespaces.size() + " namespaces of tenants that it selects together";
    return "ClusterResourceQuota " + name + " allows " + hard + others + "; it binds " + selected;
  }
}
