package dev.plimsoll.kube.live;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.Evaluator;
import dev.plimsoll.kubernetes.quota.Evaluators;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.model.tenancy.SuspendedDemand;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The kinds and resources that the objects read refer to and that therefore matter too. Safe for
 * several threads.
 */
public final class RelatedKinds {
  /** The most kinds of owners, because users who create pods may name owners that don't exist. */
  private static final int MOST_OWNERS = 1000;

  /** The most quota keys, because users who write quotas may invent keys each time. */
  static final int MOST_QUOTA_KEYS = 10_000;

  @GuardedBy("this")
  private final Set<GroupVersionKind> owners = new LinkedHashSet<>();

  @GuardedBy("this")
  private final Set<ResourceName> quotaKeys = new LinkedHashSet<>();

  /** The resources that nodes have, and that policies and quotas name. */
  private final Set<String> resources = ConcurrentHashMap.newKeySet();

  /** Returns whether nodes have the resource, or a policy or a quota names it. */
  public boolean isResource(String name) {
    return resources.contains(name);
  }

  /** Adds the kinds of work that a policy counts while it is suspended. */
  public synchronized void suspended(Set<SuspendedDemand> demand) {
    demand.forEach(d -> owners.add(d.type()));
  }

  /** Returns the kinds of objects that own pods, failed to create pods, or wait to create pods. */
  public synchronized Set<GroupVersionKind> owners() {
    return Set.copyOf(owners);
  }

  /** Returns the resources that some quota counts. */
  public synchronized List<GroupResource> counted() {
    return Evaluators.of(Cluster.empty(Instant.EPOCH)).tracking(quotaKeys).stream()
        .map(Evaluator::resource)
        .toList();
  }

  /** Takes note of what an object of that list says. */
  public synchronized void observe(SnapshotResource list, JsonTree item) {
    if (list.makesPods()) {
      item.object("metadata").objects("ownerReferences").forEach(this::owner);
    }
    if (list.resource().resource().equals(Event.RESOURCE)
        && item.text("message").contains("forbidden")) {
      owner(item.object("involvedObject"));
    }
    JsonTree spec = item.object("spec");
    if (list.resource().resource().equals(PolicyObject.RESOURCE)) {
      suspended(PolicyFile.suspendedDemand(item));
      spec.objects("resources").forEach(resource -> resources.add(resource.text("name")));
    }
    if (list.resource().resource().equals(Node.RESOURCE)) {
      resources.addAll(item.object("status").object("allocatable").names());
    }
    keys(spec.object("hard"));
    keys(spec.object("quota").object("hard"));
  }

  @GuardedBy("this")
  private void owner(JsonTree reference) {
    String kind = reference.text("kind");
    String apiVersion = reference.text("apiVersion");
    if (!kind.isEmpty() && !apiVersion.isEmpty() && owners.size() < MOST_OWNERS) {
      owners.add(GroupVersionKind.of(apiVersion, kind));
    }
  }

  @GuardedBy("this")
  private void keys(JsonTree hard) {
    for (String name : hard.names()) {
      if (quotaKeys.size() < MOST_QUOTA_KEYS) {
        ResourceName key = ResourceName.of(name);
        quotaKeys.add(key);
        QuotaKeys.nodeResource(key).ifPresent(resource -> resources.add(resource.name()));
      }
    }
  }
}
