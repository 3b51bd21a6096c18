package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.PoolCapacity;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.TenantDemand;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Notes on quota keys that cover several products if tenants reach different ones. A ceiling on
 * such a key doesn't name the product.
 */
final class SharedKeyNotes {
  private static final String DEVICES = ".deviceclass.resource.k8s.io/devices";
  private static final int NAMED = 4;

  private final Cluster cluster;
  private final Shares shares;

  private SharedKeyNotes(Cluster cluster, Shares shares) {
    this.cluster = cluster;
    this.shares = shares;
  }

  static List<String> of(Cluster cluster, Shares shares) {
    SharedKeyNotes notes = new SharedKeyNotes(cluster, shares);
    return shares.capacity().policy().resources().stream()
        .filter(r -> r.name().isExtended())
        .flatMap(r -> notes.of(r).stream())
        .toList();
  }

  private List<String> of(DividedResource resource) {
    Map<String, Long> pools = new LinkedHashMap<>();
    for (PoolCapacity pool : shares.capacity().pools()) {
      long units = pool.units(resource);
      if (units > 0) {
        pools.put(pool.name(), units);
      }
    }
    Map<Set<String>, List<String>> tenants = byReach(resource, pools.keySet());
    if (pools.size() < 2 || tenants.size() < 2) {
      return List.of();
    }
    return List.of(
        QuotaKeys.requestKey(resource.name())
            + " covers "
            + some(pools.entrySet().stream().map(e -> e.getKey() + " (" + e.getValue() + ")"))
            + " alike, but "
            + some(
                tenants.entrySet().stream()
                    .map(
                        e -> some(e.getValue().stream()) + " reaches " + some(e.getKey().stream())))
            + ": a ceiling on it is kept with any product; "
            + remedy(resource));
  }

  private Map<Set<String>, List<String>> byReach(DividedResource resource, Set<String> pools) {
    Map<Set<String>, List<String>> tenants = new LinkedHashMap<>();
    for (TenantDemand demand : shares.demands()) {
      SortedSet<String> reach =
          new TreeSet<>(demand.reach().getOrDefault(resource.name(), Set.of()));
      reach.retainAll(pools);
      if (!reach.isEmpty()) {
        tenants.computeIfAbsent(reach, r -> new ArrayList<>()).add(demand.tenant());
      }
    }
    return tenants;
  }

  private String remedy(DividedResource resource) {
    List<String> classes =
        cluster.list(DeviceClass.class).stream().map(c -> c.name() + DEVICES).toList();
    if (!classes.isEmpty()) {
      return "quotas by device class separate them: " + some(classes.stream());
    }
    List<String> resources =
        others(resource.name()).stream().map(r -> QuotaKeys.requestKey(r).name()).toList();
    return resources.isEmpty()
        ? "a device class or an extended resource for each product would separate them"
        : "quotas by the products' own resources separate them: " + some(resources.stream());
  }

  /** Returns the other resources of the same vendor that nodes have. */
  private SortedSet<ResourceName> others(ResourceName resource) {
    String vendor = resource.name().substring(0, resource.name().indexOf('/') + 1);
    Set<ResourceName> names = new HashSet<>();
    for (Node node : cluster.nodes()) {
      names.addAll(node.allocatable().removeZeros().names());
    }
    return names.stream()
        .filter(n -> n.name().startsWith(vendor) && !n.equals(resource))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String some(Stream<String> texts) {
    List<String> all = texts.toList();
    String first = all.stream().limit(NAMED).collect(Collectors.joining(", "));
    return all.size() > NAMED ? first + " and " + (all.size() - NAMED) + " more" : first;
  }
}
