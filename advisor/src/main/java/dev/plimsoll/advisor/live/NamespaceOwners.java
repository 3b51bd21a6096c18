package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.ChangePolicy.ApplyMode;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import dev.plimsoll.model.tenancy.UndividedKey;
import dev.plimsoll.model.tenancy.decision.DecisionNote;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The policy that changes the quotas of each namespace. If several automatic policies of the
 * cluster write ceilings on the same divided resource, the oldest of them does. The others only
 * recommend there. A policy that became invalid keeps its namespaces, so that no quota changes
 * because of a mistake.
 *
 * @param elsewhere the policies that own namespaces of this policy, by namespace
 * @param contested the policies that would change quotas of namespaces that this policy owns
 */
public record NamespaceOwners(
    SortedMap<String, String> elsewhere, SortedMap<String, List<String>> contested) {

  /** No other policy changes quotas. */
  public static final NamespaceOwners NONE =
      new NamespaceOwners(Collections.emptySortedMap(), Collections.emptySortedMap());

  /** The API server writes times of equal length, so that they sort as text. */
  static final Comparator<JsonObject> BY_AGE =
      Comparator.comparing((JsonObject p) -> JsonFields.text(p, "metadata", "creationTimestamp"))
          .thenComparing(NamespaceOwners::name);

  public NamespaceOwners {
    elsewhere = Collections.unmodifiableSortedMap(elsewhere);
    contested = Collections.unmodifiableSortedMap(contested);
  }

  /**
   * Returns the owners of a policy's namespaces. A policy that the cluster doesn't have is younger
   * than all that it has.
   *
   * @param stored the policies that the cluster has
   */
  public static NamespaceOwners of(
      List<JsonObject> stored, CapacityPolicy policy, Cluster cluster) {
    SortedMap<String, String> elsewhere = new TreeMap<>();
    SortedMap<String, List<String>> contested = new TreeMap<>();
    boolean older = true;
    for (JsonObject each : stored.stream().sorted(BY_AGE).toList()) {
      if (name(each).equals(policy.name())) {
        older = policy.changes().apply() != ApplyMode.AUTOMATIC;
        continue;
      }
      CapacityPolicy other = automatic(each).orElse(null);
      if (other != null && writeTheSame(policy, other)) {
        for (String namespace : shared(policy, other, cluster)) {
          if (older) {
            elsewhere.putIfAbsent(namespace, other.name());
          } else {
            contested.computeIfAbsent(namespace, n -> new ArrayList<>()).add(other.name());
          }
        }
      }
    }
    return new NamespaceOwners(elsewhere, contested);
  }

  /** Returns whether another policy owns the namespace. */
  boolean isElsewhere(String namespace) {
    return elsewhere.containsKey(namespace);
  }

  /** Returns whether this policy owns a namespace that the other one would change as well. */
  boolean isContestedBy(String namespace, String other) {
    return contested.getOrDefault(namespace, List.of()).contains(other);
  }

  /** Returns a note for each namespace that another policy owns. */
  public List<DecisionNote> notes() {
    return elsewhere.entrySet().stream()
        .map(
            e ->
                new DecisionNote(
                    DecisionNote.Kind.NAMESPACE_OWNED,
                    "",
                    "policy %s owns namespace %s, since it is the older one; this policy only recommends there"
                        .formatted(e.getValue(), e.getKey())))
        .toList();
  }

  private static Optional<CapacityPolicy> automatic(JsonObject stored) {
    return Optional.of(PolicyFile.readable(stored))
        .filter(p -> p.changes().apply() == ApplyMode.AUTOMATIC);
  }

  /** Returns whether both write ceilings on a resource that at least one of them divides. */
  private static boolean writeTheSame(CapacityPolicy one, CapacityPolicy other) {
    return divided(one)
            .anyMatch(r -> Stream.concat(divided(other), raised(other)).anyMatch(r::equals))
        || divided(other).anyMatch(r -> raised(one).anyMatch(r::equals));
  }

  private static Stream<ResourceName> divided(CapacityPolicy policy) {
    return policy.resources().stream().map(DividedResource::name);
  }

  private static Stream<ResourceName> raised(CapacityPolicy policy) {
    return policy.changes().undivided().stream()
        .map(UndividedKey::key)
        .map(k -> QuotaKeys.nodeResource(k).orElse(k));
  }

  private static List<String> shared(CapacityPolicy one, CapacityPolicy other, Cluster cluster) {
    TenantNamespaces mine = TenantNamespaces.of(cluster, one);
    TenantNamespaces its = TenantNamespaces.of(cluster, other);
    List<String> shared = new ArrayList<>();
    for (Tenant tenant : one.tenants()) {
      mine.of(tenant).stream().filter(n -> its.tenantOf(n).isPresent()).forEach(shared::add);
    }
    return shared;
  }

  static String name(JsonObject policy) {
    return JsonFields.text(policy, "metadata", "name");
  }
}
