package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The summary of a QuotaLedger for readers: limits, usage, and reservations for admitted objects
 * that aren't observed yet.
 *
 * @param metadata name, labels and the like
 * @param origin which quota it is, such as {@code resourcequota/team-a/gpu}
 * @param quota the quota's name, as denials give it
 * @param spec the limits that are enforced, and the scopes of the objects that count
 * @param used what is used of them
 * @param reserved what is reserved of them
 * @param usedByNamespace what is used, by each namespace that was counted
 * @param versions of each resource, such as {@code pods}, the resource version up to which its
 *     objects were counted
 * @param reservations what is reserved, by object
 */
public record LedgerSummary(
    ObjectMeta metadata,
    String origin,
    String quota,
    ResourceQuotaSpec spec,
    Resources used,
    Resources reserved,
    SortedMap<String, Resources> usedByNamespace,
    Map<String, String> versions,
    List<Reserved> reservations)
    implements ApiObject {

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("plimsoll.dev/v1alpha1", "QuotaLedger");

  public static final GroupResource RESOURCE = new GroupResource("plimsoll.dev", "quotaledgers");

  public LedgerSummary {
    usedByNamespace = Collections.unmodifiableSortedMap(new TreeMap<>(usedByNamespace));
    versions = Map.copyOf(versions);
    reservations = List.copyOf(reservations);
  }

  /**
   * The reservation for one object, or what a gang holds for its missing pods.
   *
   * @param kind the object's kind, or {@link #GANG}
   * @param namespace its namespace
   * @param name its name
   * @param amounts how much, by key
   * @param expirationTime until when
   */
  public record Reserved(
      String kind, String namespace, String name, Resources amounts, Instant expirationTime) {
    /** The kind of what a gang holds. */
    public static final String GANG = "Gang";

    /** Returns for what it is reserved, as a part of a sentence, and how long at that time. */
    public String describe(Instant now) {
      long seconds = Duration.between(now, expirationTime).toSeconds();
      return amounts
          + " reserved for "
          + kind.toLowerCase(Locale.ROOT)
          + " "
          + namespace
          + "/"
          + name
          + (seconds > 0 ? ", expires in " + seconds + " s" : ", expired " + -seconds + " s ago");
    }
  }

  /** Returns the namespaces that were counted. */
  public Set<String> namespaces() {
    return usedByNamespace.keySet();
  }

  /** Returns the resource version up to which objects of a resource were counted, if it says so. */
  public Optional<String> countedTo(GroupResource counted) {
    return Optional.ofNullable(versions.get(counted.toString()));
  }

  /** Returns whether it is the ledger of that ResourceQuota. */
  public boolean isOf(ResourceQuota resourceQuota) {
    return origin.equals("resourcequota/" + resourceQuota.namespace() + "/" + resourceQuota.name());
  }

  /** Returns whether it is the ledger of that ClusterResourceQuota. */
  public boolean isOf(ClusterResourceQuota clusterQuota) {
    return origin.equals("clusterresourcequota/" + clusterQuota.name());
  }

  /** Returns whether it is the ledger of a tenant. */
  public boolean isOfTenant() {
    return origin.startsWith("tenant/");
  }

  /** Returns a copy with other limits and scopes. */
  public LedgerSummary withSpec(ResourceQuotaSpec other) {
    return new LedgerSummary(
        metadata, origin, quota, other, used, reserved, usedByNamespace, versions, reservations);
  }

  /** Returns a copy with a different usage. */
  public LedgerSummary withUsed(Resources other) {
    return new LedgerSummary(
        metadata, origin, quota, spec, other, reserved, usedByNamespace, versions, reservations);
  }

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }
}
