package dev.plimsoll.kube.resource;

import dev.plimsoll.kube.json.RestMapper;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.CsiNode;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.HorizontalPodAutoscaler;
import dev.plimsoll.kubernetes.object.KarpenterNodeClaim;
import dev.plimsoll.kubernetes.object.KarpenterNodePool;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.LocalQueue;
import dev.plimsoll.kubernetes.object.MutatingAdmissionPolicy;
import dev.plimsoll.kubernetes.object.MutatingAdmissionPolicyBinding;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodDisruptionBudget;
import dev.plimsoll.kubernetes.object.PodGroupApi;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.kubernetes.object.QueueApi;
import dev.plimsoll.kubernetes.object.QuotaRequest;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaimTemplate;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
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
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.Evaluator;
import dev.plimsoll.kubernetes.quota.Evaluators;
import java.util.EnumSet;
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
  /** A pod's field that makes answers depend on a resource. */
  @SuppressWarnings("ImmutableEnumChecker") // The predicates keep nothing.
  private enum Use {
    None(s -> false),
    RuntimeClass(s -> !s.runtimeClassName().isEmpty()),
    Volumes(s -> !s.volumes().isEmpty()),
    Devices(s -> !s.resourceClaims().isEmpty()),
    ClaimTemplates(s -> s.resourceClaims().stream().anyMatch(c -> c.resourceClaimName().isEmpty()));

    private final Predicate<PodSpec> isBy;

    Use(Predicate<PodSpec> isBy) {
      this.isBy = isBy;
    }
  }

  /** The pods for which they matter, of the resources that don't matter for all. */
  private static final Map<GroupResource, Use> FOR_PODS =
      Map.ofEntries(
          Map.entry(RuntimeClass.RESOURCE, Use.RuntimeClass),
          Map.entry(PersistentVolumeClaim.RESOURCE, Use.Volumes),
          Map.entry(PersistentVolume.RESOURCE, Use.Volumes),
          Map.entry(StorageClass.RESOURCE, Use.Volumes),
          Map.entry(CsiNode.RESOURCE, Use.Volumes),
          Map.entry(VolumeAttachment.RESOURCE, Use.Volumes),
          Map.entry(ResourceClaim.RESOURCE, Use.Devices),
          Map.entry(DeviceClass.RESOURCE, Use.Devices),
          Map.entry(ClusterQueue.RESOURCE, Use.None),
          Map.entry(Cohort.RESOURCE, Use.None),
          Map.entry(LocalQueue.RESOURCE, Use.None),
          Map.entry(ResourceFlavor.RESOURCE, Use.None),
          Map.entry(WorkloadDetails.Queued.RESOURCE, Use.None),
          Map.entry(QueueApi.VOLCANO.resource(), Use.None),
          Map.entry(PodGroupApi.VOLCANO.resource(), Use.None),
          Map.entry(QueueApi.KAI.resource(), Use.None),
          Map.entry(PodGroupApi.KAI.resource(), Use.None),
          Map.entry(KarpenterNodePool.RESOURCE, Use.None),
          Map.entry(KarpenterNodeClaim.RESOURCE, Use.None),
          Map.entry(Service.RESOURCE, Use.None),
          Map.entry(ServiceAccount.RESOURCE, Use.None),
          Map.entry(PolicyObject.RESOURCE, Use.None),
          Map.entry(QuotaRequest.RESOURCE, Use.None),
          Map.entry(LedgerSummary.RESOURCE, Use.None),
          Map.entry(ValidatingAdmissionPolicy.RESOURCE, Use.None),
          Map.entry(ValidatingAdmissionPolicyBinding.RESOURCE, Use.None),
          Map.entry(WebhookConfiguration.VALIDATING_RESOURCE, Use.None),
          Map.entry(WebhookConfiguration.MUTATING_RESOURCE, Use.None),
          Map.entry(MutatingAdmissionPolicy.RESOURCE, Use.None),
          Map.entry(MutatingAdmissionPolicyBinding.RESOURCE, Use.None),
          Map.entry(PodDisruptionBudget.RESOURCE, Use.None),
          Map.entry(HorizontalPodAutoscaler.RESOURCE, Use.None),
          Map.entry(ResourceSlice.RESOURCE, Use.Devices),
          Map.entry(ResourceClaimTemplate.RESOURCE, Use.ClaimTemplates));

  private final Cluster cluster;
  private final Set<Use> uses;
  private final Map<GroupResource, SnapshotResource> missing = new LinkedHashMap<>();

  private UnreadResources(Cluster cluster) {
    this.cluster = cluster;
    this.uses = uses(cluster);
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
    return use == null || uses.contains(use);
  }

  /** Returns the uses of all pods and of all pod templates. */
  private static Set<Use> uses(Cluster cluster) {
    Set<Use> uses = EnumSet.noneOf(Use.class);
    Set<Use> others = EnumSet.complementOf(EnumSet.of(Use.None));
    for (Pod pod : cluster.list(Pod.class)) {
      move(others, uses, pod.spec());
    }
    for (Workload workload : cluster.list(Workload.class)) {
      workload.templates().forEach(t -> move(others, uses, t.spec()));
    }
    return uses;
  }

  private static void move(Set<Use> from, Set<Use> to, PodSpec spec) {
    for (Use use : from) {
      if (use.isBy.test(spec)) {
        to.add(use);
      }
    }
    from.removeAll(to);
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
