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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The resources that answers about a cluster rest on and that a snapshot hasn't all of. Some matter
 * to every cluster; others only where something in it refers to them.
 */
final class UnreadResources {
  private static final Predicate<PodSpec> NEVER = s -> false;
  private static final Predicate<PodSpec> CLAIMS = s -> !s.volumes().isEmpty();
  private static final Predicate<PodSpec> DEVICES = s -> !s.resourceClaims().isEmpty();

  /** The pods for which they matter, of the resources that don't matter for all. */
  private static final Map<GroupResource, Predicate<PodSpec>> FOR_PODS =
      Map.ofEntries(
          Map.entry(RuntimeClass.RESOURCE, s -> !s.runtimeClassName().isEmpty()),
          Map.entry(PersistentVolumeClaim.RESOURCE, CLAIMS),
          Map.entry(PersistentVolume.RESOURCE, CLAIMS),
          Map.entry(StorageClass.RESOURCE, CLAIMS),
          Map.entry(CsiNode.RESOURCE, CLAIMS),
          Map.entry(VolumeAttachment.RESOURCE, CLAIMS),
          Map.entry(ResourceClaim.RESOURCE, DEVICES),
          Map.entry(DeviceClass.RESOURCE, DEVICES),
          Map.entry(Service.RESOURCE, NEVER),
          Map.entry(ServiceAccount.RESOURCE, NEVER),
          Map.entry(PolicyObject.RESOURCE, NEVER),
          Map.entry(QuotaRequest.RESOURCE, NEVER),
          Map.entry(LedgerSummary.RESOURCE, NEVER),
          Map.entry(ValidatingAdmissionPolicy.RESOURCE, NEVER),
          Map.entry(ValidatingAdmissionPolicyBinding.RESOURCE, NEVER),
          Map.entry(WebhookConfiguration.VALIDATING_RESOURCE, NEVER),
          Map.entry(WebhookConfiguration.MUTATING_RESOURCE, NEVER),
          Map.entry(MutatingAdmissionPolicy.RESOURCE, NEVER),
          Map.entry(MutatingAdmissionPolicyBinding.RESOURCE, NEVER),
          Map.entry(PodDisruptionBudget.RESOURCE, NEVER),
          Map.entry(ResourceSlice.RESOURCE, DEVICES),
          Map.entry(ResourceClaimTemplate.RESOURCE, UnreadResources::usesClaimTemplates));

  private final Cluster cluster;
  private final Map<GroupResource, SnapshotResource> missing = new LinkedHashMap<>();
  private final Map<Predicate<PodSpec>, Boolean> matchesAny = new HashMap<>();

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
    Predicate<PodSpec> forPods = FOR_PODS.get(name);
    return forPods == null || matchesAny.computeIfAbsent(forPods, this::matchesAny);
  }

  private static boolean usesClaimTemplates(PodSpec spec) {
    return spec.resourceClaims().stream().anyMatch(c -> c.resourceClaimName().isEmpty());
  }

  private boolean matchesAny(Predicate<PodSpec> forPods) {
    return !forPods.equals(NEVER)
        && (cluster.list(Pod.class).stream().map(Pod::spec).anyMatch(forPods)
            || cluster.list(Workload.class).stream()
                .flatMap(w -> w.templates().stream())
                .map(Workload.PodTemplate::spec)
                .anyMatch(forPods));
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
