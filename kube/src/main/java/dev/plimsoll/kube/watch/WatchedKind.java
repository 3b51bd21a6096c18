package dev.plimsoll.kube.watch;

import dev.plimsoll.kube.live.Discovery;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kube.resource.Omissions;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.AutoscalerStatus;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.CsiNode;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.HorizontalPodAutoscaler;
import dev.plimsoll.kubernetes.object.KarpenterNodeClaim;
import dev.plimsoll.kubernetes.object.KarpenterNodePool;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.LocalQueue;
import dev.plimsoll.kubernetes.object.MutatingAdmissionPolicy;
import dev.plimsoll.kubernetes.object.MutatingAdmissionPolicyBinding;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.PartialObjectMetadata;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodDisruptionBudget;
import dev.plimsoll.kubernetes.object.PodGroup;
import dev.plimsoll.kubernetes.object.PodGroupApi;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.object.QueueApi;
import dev.plimsoll.kubernetes.object.QuotaRequest;
import dev.plimsoll.kubernetes.object.RecommendationSummary;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaimTemplate;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.object.RuntimeClass;
import dev.plimsoll.kubernetes.object.SchedulerQueue;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.object.ServiceAccount;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicy;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicyBinding;
import dev.plimsoll.kubernetes.object.VolumeAttachment;
import dev.plimsoll.kubernetes.object.WebhookConfiguration;
import dev.plimsoll.kubernetes.object.Workload;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A kind whose objects are all stored.
 *
 * @param list where the API serves it, and what answers omit without it
 * @param type its type in the model
 * @param presence what follows if it can't be had
 */
public record WatchedKind(
    SnapshotResource list, Class<? extends ApiObject> type, Presence presence) {

  /** The consequence if a kind can't be read. */
  public enum Presence {
    /** Without the kind, the snapshot is incomplete. */
    REQUIRED,
    /** A server that doesn't serve it just has none. */
    IF_SERVED,
    /** That, and if it may not be read, it is left out, which the snapshot says. */
    IF_ALLOWED,
    /** That, and while a server doesn't serve it, the snapshot doesn't cover it. */
    IF_INSTALLED
  }

  private static final Map<GroupResource, Class<? extends ApiObject>> TYPES =
      Map.ofEntries(
          Map.entry(Node.RESOURCE, Node.class),
          Map.entry(Pod.RESOURCE, Pod.class),
          Map.entry(Namespace.RESOURCE, Namespace.class),
          Map.entry(ResourceQuota.RESOURCE, ResourceQuota.class),
          Map.entry(ClusterResourceQuota.RESOURCE, ClusterResourceQuota.class),
          Map.entry(LimitRange.RESOURCE, LimitRange.class),
          Map.entry(PriorityClass.RESOURCE, PriorityClass.class),
          Map.entry(RuntimeClass.RESOURCE, RuntimeClass.class),
          Map.entry(StorageClass.RESOURCE, StorageClass.class),
          Map.entry(CsiNode.RESOURCE, CsiNode.class),
          Map.entry(VolumeAttachment.RESOURCE, VolumeAttachment.class),
          Map.entry(PersistentVolume.RESOURCE, PersistentVolume.class),
          Map.entry(PersistentVolumeClaim.RESOURCE, PersistentVolumeClaim.class),
          Map.entry(PodDisruptionBudget.RESOURCE, PodDisruptionBudget.class),
          Map.entry(HorizontalPodAutoscaler.RESOURCE, HorizontalPodAutoscaler.class),
          Map.entry(Service.RESOURCE, Service.class),
          Map.entry(ServiceAccount.RESOURCE, ServiceAccount.class),
          Map.entry(Event.RESOURCE, Event.class),
          Map.entry(ResourceClaim.RESOURCE, ResourceClaim.class),
          Map.entry(DeviceClass.RESOURCE, DeviceClass.class),
          Map.entry(ResourceSlice.RESOURCE, ResourceSlice.class),
          Map.entry(ResourceClaimTemplate.RESOURCE, ResourceClaimTemplate.class),
          Map.entry(PolicyObject.RESOURCE, PolicyObject.class),
          Map.entry(ClusterQueue.RESOURCE, ClusterQueue.class),
          Map.entry(Cohort.RESOURCE, Cohort.class),
          Map.entry(ResourceFlavor.RESOURCE, ResourceFlavor.class),
          Map.entry(LocalQueue.RESOURCE, LocalQueue.class),
          Map.entry(AutoscalerStatus.RESOURCE, AutoscalerStatus.class),
          Map.entry(KarpenterNodePool.RESOURCE, KarpenterNodePool.class),
          Map.entry(KarpenterNodeClaim.RESOURCE, KarpenterNodeClaim.class),
          Map.entry(QueueApi.VOLCANO.resource(), SchedulerQueue.class),
          Map.entry(PodGroupApi.VOLCANO.resource(), PodGroup.class),
          Map.entry(QueueApi.KAI.resource(), SchedulerQueue.class),
          Map.entry(PodGroupApi.KAI.resource(), PodGroup.class),
          Map.entry(QuotaRequest.RESOURCE, QuotaRequest.class),
          Map.entry(LedgerSummary.RESOURCE, LedgerSummary.class),
          Map.entry(ValidatingAdmissionPolicy.RESOURCE, ValidatingAdmissionPolicy.class),
          Map.entry(
              ValidatingAdmissionPolicyBinding.RESOURCE, ValidatingAdmissionPolicyBinding.class),
          Map.entry(WebhookConfiguration.VALIDATING_RESOURCE, WebhookConfiguration.class),
          Map.entry(WebhookConfiguration.MUTATING_RESOURCE, WebhookConfiguration.class),
          Map.entry(MutatingAdmissionPolicy.RESOURCE, MutatingAdmissionPolicy.class),
          Map.entry(MutatingAdmissionPolicyBinding.RESOURCE, MutatingAdmissionPolicyBinding.class));

  private static final Set<GroupResource> CORE =
      Set.of(
          Node.RESOURCE,
          Pod.RESOURCE,
          Namespace.RESOURCE,
          ResourceQuota.RESOURCE,
          LimitRange.RESOURCE,
          PriorityClass.RESOURCE);

  private static final Set<GroupResource> QUOTAS =
      Set.of(
          Node.RESOURCE,
          Pod.RESOURCE,
          Namespace.RESOURCE,
          ResourceQuota.RESOURCE,
          ClusterResourceQuota.RESOURCE,
          PersistentVolumeClaim.RESOURCE,
          Service.RESOURCE,
          ResourceClaim.RESOURCE,
          DeviceClass.RESOURCE,
          PolicyObject.RESOURCE);

  /** The kinds that only record events, or serve explanations. */
  private static final Set<GroupResource> REPORTED =
      Set.of(
          Event.RESOURCE,
          HorizontalPodAutoscaler.RESOURCE,
          LedgerSummary.RESOURCE,
          ValidatingAdmissionPolicy.RESOURCE,
          ValidatingAdmissionPolicyBinding.RESOURCE,
          WebhookConfiguration.VALIDATING_RESOURCE,
          WebhookConfiguration.MUTATING_RESOURCE,
          MutatingAdmissionPolicy.RESOURCE,
          MutatingAdmissionPolicyBinding.RESOURCE);

  /** The kinds that decisions about placement and quota need. */
  public static final List<WatchedKind> ALL =
      snapshot().filter(r -> CORE.contains(resource(r))).map(WatchedKind::of).toList();

  /** That, and by what policies capacity is divided; their definition may not be installed. */
  public static final List<WatchedKind> WITH_POLICIES =
      Stream.concat(
              ALL.stream(),
              snapshot()
                  .filter(r -> resource(r).equals(PolicyObject.RESOURCE))
                  .map(WatchedKind::of))
          .toList();

  /**
   * The kinds that change shares, other than policies: approved requests, and quotas over
   * namespaces.
   */
  public static final List<WatchedKind> SHARES =
      snapshot()
          .filter(
              r ->
                  Set.of(QuotaRequest.RESOURCE, ClusterResourceQuota.RESOURCE)
                      .contains(resource(r)))
          .map(WatchedKind::of)
          .toList();

  /**
   * The kinds that create pods, and their service accounts. Decisions don't need them; explanations
   * of missing pods do.
   */
  public static final List<WatchedKind> WORKLOADS =
      snapshot()
          .filter(
              r -> !TYPES.containsKey(resource(r)) || resource(r).equals(ServiceAccount.RESOURCE))
          .map(WatchedKind::of)
          .toList();

  /** How many pods must run together, by each API that says so; most clusters have none. */
  public static final List<WatchedKind> POD_GROUPS =
      SnapshotResource.POD_GROUPS.stream()
          .map(r -> new WatchedKind(r, PodGroup.class, Presence.IF_INSTALLED))
          .toList();

  /**
   * The queues of Kueue, Volcano and KAI with their flavors, Workloads and PodGroups, Karpenter's
   * kinds, and the status of Cluster Autoscaler. The console and {@code --watch} read them; while a
   * server doesn't serve a kind, it counts as not read.
   */
  public static final List<WatchedKind> QUEUES =
      Stream.concat(
              SnapshotResource.LISTS.stream().filter(SnapshotResource::isOfAddOn),
              Stream.of(SnapshotResource.AUTOSCALER_STATUS))
          .map(r -> new WatchedKind(r, typeOf(resource(r)), Presence.IF_INSTALLED))
          .toList();

  /** The recommendations that an advisor has posted, which are only shown. */
  public static final WatchedKind RECOMMENDATIONS =
      new WatchedKind(
          SnapshotResource.RECOMMENDATIONS, RecommendationSummary.class, Presence.IF_ALLOWED);

  /** Returns all that a snapshot consists of, in the versions that are served. */
  public static List<WatchedKind> ofSnapshot(Discovery discovery) {
    return snapshot()
        .map(r -> discovery.served(r).map(r::servedAs).orElse(r))
        .map(WatchedKind::of)
        .toList();
  }

  /**
   * Returns the kinds that quotas and their usage need. Kinds that only shares and placement need
   * are added if they may be read.
   */
  static List<WatchedKind> ofQuotas(Discovery discovery) {
    return Stream.concat(
            ofSnapshot(discovery).stream()
                .filter(k -> !REPORTED.contains(k.resource().resource()))
                .map(
                    k ->
                        k.isForQuotas() ? k : new WatchedKind(k.list, k.type, Presence.IF_ALLOWED)),
            POD_GROUPS.stream())
        .toList();
  }

  /** Returns whether usage of quotas is counted from it, or it says which quotas there are. */
  boolean isForQuotas() {
    return QUOTAS.contains(resource().resource());
  }

  /** Returns a resource whose objects are only counted. */
  static WatchedKind counted(ApiResource resource) {
    SnapshotResource list =
        SnapshotResource.of(resource.resource())
            .map(known -> known.servedAs(resource))
            .orElseGet(() -> SnapshotResource.counted(resource));
    Class<? extends ApiObject> type =
        SnapshotResource.isBuiltIn(resource)
            ? TYPES.getOrDefault(resource.resource(), Workload.class)
            : PartialObjectMetadata.class;
    return new WatchedKind(list, type, Presence.IF_ALLOWED);
  }

  /** Returns a custom resource that owns pods. */
  static WatchedKind owner(ApiResource resource) {
    return new WatchedKind(SnapshotResource.owner(resource), Workload.class, Presence.IF_ALLOWED);
  }

  private static Stream<SnapshotResource> snapshot() {
    return Stream.concat(
        Stream.of(SnapshotResource.CLUSTER_QUOTAS, SnapshotResource.NAMESPACES),
        SnapshotResource.LISTS.stream().filter(r -> !r.isOfAddOn()));
  }

  private static Class<? extends ApiObject> typeOf(GroupResource resource) {
    return TYPES.getOrDefault(resource, Workload.class);
  }

  /** Returns the kind in the version that the server serves, if the server serves one. */
  WatchedKind servedBy(Discovery discovery) {
    return new WatchedKind(discovery.served(list).map(list::servedAs).orElse(list), type, presence);
  }

  private static GroupResource resource(SnapshotResource list) {
    return list.resource().resource();
  }

  private static WatchedKind of(SnapshotResource list) {
    GroupResource resource = resource(list);
    Presence presence =
        CORE.contains(resource)
            ? Presence.REQUIRED
            : resource.equals(PolicyObject.RESOURCE) ? Presence.IF_SERVED : Presence.IF_ALLOWED;
    return new WatchedKind(list, typeOf(resource), presence);
  }

  /** Returns where the API serves it. */
  public ApiResource resource() {
    return list.resource();
  }

  /** Returns whether an object is one of this kind; several kinds may share a type. */
  boolean includes(ApiObject object) {
    return type.isInstance(object) && object.resource().equals(resource().resource());
  }

  /** Returns whether the server says by this that it doesn't serve the kind, which is allowed. */
  boolean isMissing(StatusException answer) {
    return presence != Presence.REQUIRED && answer.code() == StatusException.NOT_FOUND;
  }

  /** Returns whether the server says by this that the kind may not be read, which is allowed. */
  boolean isLeftOut(StatusException answer) {
    return mayBeLeftOut() && answer.code() == StatusException.FORBIDDEN;
  }

  /**
   * Returns whether no decision on pods depends on the kind: it owns pods, or is only counted, or
   * is of an add-on. The API server may need a webhook or another server to list it.
   */
  boolean isForAnswersOnly() {
    return mayBeLeftOut()
        && !type.equals(PodGroup.class)
        && (list.isOfAddOn() || !SnapshotResource.isBuiltIn(list.resource()));
  }

  /** Returns whether the snapshot may be without it. */
  boolean mayBeLeftOut() {
    return presence == Presence.IF_ALLOWED || presence == Presence.IF_INSTALLED;
  }

  /** Returns how much of it a snapshot has of a server that doesn't serve it. */
  Coverage coverageIfNotServed() {
    return presence == Presence.IF_INSTALLED ? Coverage.NONE : Coverage.COMPLETE;
  }

  /** Returns the snapshot's omission if the kind may not be read. */
  String omission() {
    return Omissions.ofForbidden(List.of(list), r -> Coverage.NONE).orElseThrow();
  }
}
