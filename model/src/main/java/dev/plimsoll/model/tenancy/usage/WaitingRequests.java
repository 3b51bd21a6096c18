package dev.plimsoll.model.tenancy.usage;

import dev.plimsoll.kubernetes.cluster.SortedTree;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;

/** The requests of tenants' waiting pods for the divided resources: how many pods of each size. */
final class WaitingRequests {
  static final WaitingRequests NONE = new WaitingRequests(SortedTree.empty());

  private final SortedTree<String, SortedTree<ResourceName, SortedTree<Quantity, Integer>>>
      byTenant;

  private WaitingRequests(
      SortedTree<String, SortedTree<ResourceName, SortedTree<Quantity, Integer>>> byTenant) {
    this.byTenant = byTenant;
  }

  /** Returns these with, or without, the requests of a pod. */
  WaitingRequests count(String tenant, Resources requests, boolean in) {
    SortedTree<ResourceName, SortedTree<Quantity, Integer>> sizes = of(tenant);
    for (ResourceName name : requests.names()) {
      SortedTree<Quantity, Integer> counts =
          count(sizes.get(name).orElseGet(SortedTree::empty), requests.getOrZero(name), in);
      sizes = counts.size() == 0 ? sizes.without(name) : sizes.with(name, counts);
    }
    return new WaitingRequests(
        sizes.size() == 0 ? byTenant.without(tenant) : byTenant.with(tenant, sizes));
  }

  private static SortedTree<Quantity, Integer> count(
      SortedTree<Quantity, Integer> counts, Quantity size, boolean in) {
    int count = counts.get(size).orElse(0) + (in ? 1 : -1);
    return count == 0 ? counts.without(size) : counts.with(size, count);
  }

  private SortedTree<ResourceName, SortedTree<Quantity, Integer>> of(String tenant) {
    return byTenant.get(tenant).orElseGet(SortedTree::empty);
  }

  /** Returns the tenants whose pods wait. */
  List<String> tenants() {
    return byTenant.keys();
  }

  /**
   * Returns how much of what a tenant may still have its waiting pods will take: the largest first,
   * each as a whole.
   */
  Quantity taking(String tenant, ResourceName resource, Quantity headroom) {
    Quantity left = headroom;
    SortedTree<Quantity, Integer> counts = of(tenant).get(resource).orElseGet(SortedTree::empty);
    List<Quantity> sizes = counts.keys();
    for (int i = sizes.size() - 1; i >= 0; i--) {
      Quantity size = sizes.get(i);
      long fitting = left.milliValue() / size.milliValue();
      left = left.subtract(size.multiply(Math.min(counts.get(size).orElse(0), fitting)));
    }
    return headroom.subtract(left);
  }
}
