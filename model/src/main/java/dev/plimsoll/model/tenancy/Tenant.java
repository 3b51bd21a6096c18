package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Map;

/**
 * Someone who shares the cluster: a team, say.
 *
 * @param name the name, unique in the policy
 * @param namespaces where its pods are
 * @param weight its part of the whole beside the others' weights
 * @param guarantee what it gets at least, by resource
 * @param ceiling what it gets at most; without limit for a resource not named
 */
public record Tenant(
    String name,
    NamespaceSelection namespaces,
    long weight,
    Map<ResourceName, Amount> guarantee,
    Map<ResourceName, Amount> ceiling) {

  /** The weight of a tenant for which none is given. */
  public static final long DEFAULT_WEIGHT = 1;

  /** The greatest weight. */
  public static final long MAX_WEIGHT = 1_000_000;

  public Tenant {
    guarantee = Map.copyOf(guarantee);
    ceiling = Map.copyOf(ceiling);
  }

  /** Returns a tenant with a weight only. */
  public static Tenant of(String name, long weight, String... namespaces) {
    return new Tenant(name, NamespaceSelection.named(namespaces), weight, Map.of(), Map.of());
  }

  /** Returns a copy with other amounts. */
  public Tenant withAmounts(Map<ResourceName, Amount> least, Map<ResourceName, Amount> most) {
    return new Tenant(name, namespaces, weight, least, most);
  }
}
