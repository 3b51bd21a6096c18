package dev.plimsoll.kube.resource;

import dev.plimsoll.kube.json.RestMapper;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.CsiNode;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.MutatingAdmissionPolicy;
import dev.plimsoll.kubernetes.object.MutatingAdmissionPolicyBinding;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodDisruptionBudget;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.kubernetes.object.QuotaRequest;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaimTemplate;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.object.RuntimeClass;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.object.ServiceAccount;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicy;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicyBinding;
import dev.plimsoll.kubernetes.object.VolumeAttachment;
import dev.plimsoll.kubernetes.object.WebhookConfiguration;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.Evaluator;
import dev.plimsoll.kubernetes.quota.Evaluators;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The resources that answers about a cluster rest on and that a snapshot hasn't all of. Some matter
 * to every cluster; others only where something in it refers to them.
 */
final class UnreadResources {
  /** What a pod uses if a resource matters to it. */
  private enum Use {
    NOTHING,
    RUNTIME_CLASS,
    CLAIMS,
    DEVICES,
    CLAIM_TEMPLATES;

    boolean isIn(PodSpec spec) {
      return switch (this) {
        case NOTHING -> false;
        case RUNTIME_CLASS -> !spec.runtimeClassName().isEmpty();
        case CLAIMS -> !spec.volumes().isEmpty();
        case DEVICES -> !spec.resourceClaims().isEmpty();
        case CLAIM_TEMPLATES ->
            spec.resourceClaims().stream().anyMatch(c -> c.resourceClaimName().isEmpty());
      };
    }
  }

  /** The pods for which they matter, of the resources that don't matter for all. */
  private static final Map<GroupResource, Use> FOR_PODS =
      Map.ofEntries(
          Map.entry(RuntimeClass.RESOURCE, Use.RUNTIME_CLASS),
          Map.entry(PersistentVolumeClaim.RESOURCE, Use.CLAIMS),
          Map.entry(PersistentVolume.RESOURCE, Use.CLAIMS),
          Map.entry(StorageClass.RESOURCE, Use.CLAIMS),
          Map.entry(CsiNode.RESOURCE, Use.CLAIMS),
          Map.entry(VolumeAttachment.RESOURCE, Use.CLAIMS),
          Map.entry(ResourceClaim.RESOURCE, Use.DEVICES),
          Map.entry(DeviceClass.RESOURCE, Use.DEVICES),
          Map.entry(Service.RESOURCE, Use.NOTHING),
          Map.entry(ServiceAccount.RESOURCE, Use.NOTHING),
          Map.entry(PolicyObject.RESOURCE, Use.NOTHING),
          Map.entry(QuotaRequest.RESOURCE, Use.NOTHING),
          Map.entry(LedgerSummary.RESOURCE, Use.NOTHING),
          Map.entry(ValidatingAdmissionPolicy.RESOURCE, Use.NOTHING),
          Map.entry(ValidatingAdmissionPolicyBinding.RESOURCE, Use.NOTHING),
          Map.entry(WebhookConfiguration.VALIDATING_RESOURCE, Use.NOTHING),
          Map.entry(WebhookConfiguration.MUTATING_RESOURCE, Use.NOTHING),
          Map.entry(MutatingAdmissionPolicy.RESOURCE, Use.NOTHING),
          Map.entry(MutatingAdmissionPolicyBinding.RESOURCE, Use.NOTHING),
          Map.entry(PodDisruptionBudget.RESOURCE, Use.NOTHING),
          Map.entry(ResourceSlice.RESOURCE, Use.DEVICES),
          Map.entry(ResourceClaimTemplate.RESOURCE, Use.CLAIM_TEMPLATES));

  private final Cluster cluster;
  private final Map<GroupResource, SnapshotResource> missing = new LinkedHashMap<>();
  private final Map<Use, Boolean> found = new EnumMap<>(Use.class);

  private UnreadResources(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Returns them, the more important first. */
  static List<SnapshotResource> of(Cluster cluster) {
    UnreadResources unreadResources = new UnreadResources(cluster);
    Set<GroupResource> counted = unreadResources.counted();
    SnapshotResource.all().stream()
        .filter(r -> counted.contains(r.resource().resource()) || unreadResources.matters(r))
        .forEach(unreadResources::add);
    counted.forEach(unreadResources::addCounted);
    unreadResources.addOwners();
    return List.copyOf(unreadResources.missing.values());
  }

  private void add(SnapshotResource resource) {
    if (!cluster.covers(resource.resource().resource())) {
      missing.putIfAbsent(resource.resource().resource(), resource);
    }
  }

  private boolean matters(SnapshotResource resource) {
    GroupResource name = resource.resource().resource();
    if (name.equals(ClusterResourceQuota.RESOURCE)) {
      return cluster.namespaces().stream().anyMatch(n -> n.startsWith("openshift"));
    }
    Use use = FOR_PODS.get(name);
    return use == null || found.computeIfAbsent(use, this::isFound);
  }

  private boolean isFound(Use use) {
    return use != Use.NOTHING
        && (cluster.list(Pod.class).stream().map(Pod::spec).anyMatch(use::isIn)
            || cluster.list(Workload.class).stream()
                .flatMap(w -> w.templates().stream())
                .map(Workload.PodTemplate::spec)
                .anyMatch(use::isIn));
  }

  private Set<GroupResource> counted() {
    Set<ResourceName> keys = new LinkedHashSet<>();
    cluster.list(ResourceQuota.class).forEach(q -> keys.addAll(q.spec().hard().names()));
    cluster.list(ClusterResourceQuota.class).forEach(q -> keys.addAll(q.quota().hard().names()));
    Set<GroupResource> counted = new LinkedHashSet<>();
    Evaluators.of(cluster).tracking(keys).stream().map(Evaluator::resource).forEach(counted::add);
    return counted;
  }

  private void addCounted(GroupResource resource) {
    add(SnapshotResource.unknown(resource, SnapshotResource.COUNTED));
  }

  private void addOwners() {
    Stream.concat(cluster.list(Pod.class).stream(), cluster.list(Workload.class).stream())
        .map(ApiObject::metadata)
        .flatMap(m -> m.owners().stream())
        .map(o -> GroupVersionKind.of(o.apiVersion(), o.kind()))
        .distinct()
        .map(t -> new ApiResource(t, RestMapper.guessKindToResource(t).resource(), true))
        .filter(r -> !r.resource().equals(Node.RESOURCE))
        .map(SnapshotResource::owner)
        .forEach(this::add);
  }
}
