package dev.plimsoll.kube.resource;

import dev.plimsoll.kubernetes.object.AutoscalerStatus;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.CsiNode;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
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
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodDisruptionBudget;
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
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.object.ServiceAccount;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicy;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicyBinding;
import dev.plimsoll.kubernetes.object.VolumeAttachment;
import dev.plimsoll.kubernetes.object.WebhookConfiguration;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A resource that a snapshot of a cluster is made of.
 *
 * @param resource the resource in the version that is best
 * @param otherVersions the versions that serve as well, the better one first
 * @param makesPods whether its objects are pods, make some or queue some, so that their owners
 *     matter
 * @param consequence what answers omit when it can't be listed
 */
public record SnapshotResource(
    ApiResource resource, List<String> otherVersions, boolean makesPods, String consequence) {

  private static final Set<String> OF_SOME =
      Set.of(
          ClusterResourceQuota.TYPE.group(),
          PolicyObject.TYPE.group(),
          KarpenterNodePool.TYPE.group(),
          QueueApi.VOLCANO.type().group(),
          QueueApi.KAI.type().group());

  static final String COUNTED = "their number, which a quota counts";

  private static final String MAY_DENY = "which policies and webhooks look at new pods";

  private static final String KARPENTER = "which nodes Karpenter may add, and launches";

  private static final String KUEUE = "what Kueue's queues say and allow";

  private static final String QUEUES = "what queues say of groups of pods, and allow";

  private static final String DENIED_PODS = "the pods they failed to create";

  /** The namespaces. */
  public static final SnapshotResource NAMESPACES =
      cluster(Namespace.TYPE, Namespace.RESOURCE, "the labels of namespaces");

  /** Read before namespaces, because it says by which of their annotations they are selected. */
  public static final SnapshotResource CLUSTER_QUOTAS =
      cluster(
          ClusterResourceQuota.TYPE,
          ClusterResourceQuota.RESOURCE,
          "what quotas over several namespaces allow");

  /** All others, the more important for answers first. */
  public static final List<SnapshotResource> LISTS =
      List.of(
          cluster(Node.TYPE, Node.RESOURCE, "what the nodes can take, so every placement"),
          new SnapshotResource(
              new ApiResource(Pod.TYPE, Pod.RESOURCE.resource(), true),
              List.of(),
              true,
              "the pods, so what is used of quotas and nodes"),
          namespaced(ResourceQuota.TYPE, ResourceQuota.RESOURCE, "what quotas allow"),
          namespaced(LimitRange.TYPE, LimitRange.RESOURCE, "defaults and bounds of limit ranges"),
          namespaced(
              Event.TYPE, Event.RESOURCE, "what controllers and the scheduler reported last"),
          workload("v1", "ReplicationController", "replicationcontrollers"),
          workload("apps/v1", "Deployment", "deployments"),
          workload("apps/v1", "ReplicaSet", "replicasets"),
          workload("apps/v1", "StatefulSet", "statefulsets"),
          workload("apps/v1", "DaemonSet", "daemonsets"),
          workload("batch/v1", "Job", "jobs"),
          workload("batch/v1", "CronJob", "cronjobs"),
          cluster(PriorityClass.TYPE, PriorityClass.RESOURCE, "priorities by the class's name"),
          cluster(RuntimeClass.TYPE, RuntimeClass.RESOURCE, "the overhead of runtime classes"),
          cluster(StorageClass.TYPE, StorageClass.RESOURCE, "storage classes and their default"),
          cluster(CsiNode.TYPE, CsiNode.RESOURCE, "how many volumes a node takes"),
          cluster(
              VolumeAttachment.TYPE,
              VolumeAttachment.RESOURCE,
              "which volumes a node has attached that no pod there uses"),
          cluster(
              PersistentVolume.TYPE, PersistentVolume.RESOURCE, "where volumes hold pods to nodes"),
          namespaced(
              PersistentVolumeClaim.TYPE,
              PersistentVolumeClaim.RESOURCE,
              "claims on storage, in quotas and in placement"),
          namespaced(Service.TYPE, Service.RESOURCE, "services counted by quotas"),
          namespaced(
              ServiceAccount.TYPE,
              ServiceAccount.RESOURCE,
              "whether the accounts that pods name are there"),
          namespaced(
              PodDisruptionBudget.TYPE,
              PodDisruptionBudget.RESOURCE,
              "which pods may be evicted, so which are by preemption, and plans of defrag"),
          namespaced(
              HorizontalPodAutoscaler.TYPE,
              HorizontalPodAutoscaler.RESOURCE,
              "which workloads an autoscaler scales"),
          devices(
              new ApiResource(ResourceClaim.TYPE, ResourceClaim.RESOURCE.resource(), true),
              "claims on devices, in quotas and in placement"),
          devices(
              new ApiResource(DeviceClass.TYPE, DeviceClass.RESOURCE.resource(), false),
              "what devices of a class are, and which stand for extended resources"),
          devices(
              new ApiResource(ResourceSlice.TYPE, ResourceSlice.RESOURCE.resource(), false),
              "which devices there are, so where pods that claim some can be placed"),
          devices(
              new ApiResource(
                  ResourceClaimTemplate.TYPE, ResourceClaimTemplate.RESOURCE.resource(), true),
              "the claims on devices of pods that don't exist yet"),
          cluster(PolicyObject.TYPE, PolicyObject.RESOURCE, "capacity policies that quotas follow"),
          namespaced(
              QuotaRequest.TYPE, QuotaRequest.RESOURCE, "requests by tenants for more quota"),
          cluster(
              LedgerSummary.TYPE,
              LedgerSummary.RESOURCE,
              "what is reserved of quotas for objects that aren't observed yet"),
          cluster(KarpenterNodePool.TYPE, KarpenterNodePool.RESOURCE, KARPENTER),
          cluster(KarpenterNodeClaim.TYPE, KarpenterNodeClaim.RESOURCE, KARPENTER),
          kueue(ClusterQueue.TYPE, ClusterQueue.RESOURCE, false),
          kueue(Cohort.TYPE, Cohort.RESOURCE, false),
          kueue(ResourceFlavor.TYPE, ResourceFlavor.RESOURCE, false),
          kueue(LocalQueue.TYPE, LocalQueue.RESOURCE, true),
          kueue(WorkloadDetails.Queued.TYPE, WorkloadDetails.Queued.RESOURCE, true),
          cluster(QueueApi.VOLCANO.type(), QueueApi.VOLCANO.resource(), QUEUES),
          groups(PodGroupApi.VOLCANO),
          cluster(QueueApi.KAI.type(), QueueApi.KAI.resource(), QUEUES),
          groups(PodGroupApi.KAI),
          cluster(ValidatingAdmissionPolicy.TYPE, ValidatingAdmissionPolicy.RESOURCE, MAY_DENY),
          cluster(
              ValidatingAdmissionPolicyBinding.TYPE,
              ValidatingAdmissionPolicyBinding.RESOURCE,
              MAY_DENY),
          cluster(
              WebhookConfiguration.VALIDATING, WebhookConfiguration.VALIDATING_RESOURCE, MAY_DENY),
          cluster(WebhookConfiguration.MUTATING, WebhookConfiguration.MUTATING_RESOURCE, MAY_DENY),
          mutating(MutatingAdmissionPolicy.TYPE, MutatingAdmissionPolicy.RESOURCE),
          mutating(MutatingAdmissionPolicyBinding.TYPE, MutatingAdmissionPolicyBinding.RESOURCE));

  /** The groups of pods that are gangs for the extender, in each API that has them. */
  public static final List<SnapshotResource> POD_GROUPS =
      PodGroupApi.OF_GANGS.stream()
          .map(
              api ->
                  new SnapshotResource(
                      new ApiResource(api.type(), api.resource().resource(), true),
                      api.otherVersions(),
                      false,
                      "how many pods of a group must run together"))
          .toList();

  /** The status of Cluster Autoscaler; its ConfigMap exists in one namespace at most. */
  public static final SnapshotResource AUTOSCALER_STATUS =
      namespaced(
          AutoscalerStatus.TYPE,
          AutoscalerStatus.RESOURCE,
          "the limits of Cluster Autoscaler's node groups");

  /** The recommendations that an advisor has posted; only the console's page reads them. */
  public static final SnapshotResource RECOMMENDATIONS =
      namespaced(
          RecommendationSummary.TYPE, RecommendationSummary.RESOURCE, "what an advisor has posted");

  public SnapshotResource {
    otherVersions = List.copyOf(otherVersions);
  }

  private static SnapshotResource cluster(
      GroupVersionKind type, GroupResource resource, String loss) {
    return new SnapshotResource(
        new ApiResource(type, resource.resource(), false), List.of(), false, loss);
  }

  private static SnapshotResource namespaced(
      GroupVersionKind type, GroupResource resource, String loss) {
    return new SnapshotResource(
        new ApiResource(type, resource.resource(), true), List.of(), false, loss);
  }

  private static SnapshotResource workload(String apiVersion, String kind, String plural) {
    return new SnapshotResource(
        new ApiResource(GroupVersionKind.of(apiVersion, kind), plural, true),
        List.of(),
        true,
        DENIED_PODS);
  }

  private static SnapshotResource mutating(GroupVersionKind type, GroupResource resource) {
    return new SnapshotResource(
        new ApiResource(type, resource.resource(), false),
        List.of("v1beta1", "v1alpha1"),
        false,
        MAY_DENY);
  }

  /** Returns whether only few answers need it: queues of Kueue, Volcano or KAI, and Karpenter. */
  public boolean isOfAddOn() {
    return Set.of(KUEUE, QUEUES, KARPENTER).contains(consequence);
  }

  private static SnapshotResource groups(PodGroupApi api) {
    return new SnapshotResource(
        new ApiResource(api.type(), api.resource().resource(), true), List.of(), true, QUEUES);
  }

  private static SnapshotResource kueue(
      GroupVersionKind type, GroupResource resource, boolean namespaced) {
    return new SnapshotResource(
        new ApiResource(type, resource.resource(), namespaced),
        List.of("v1beta1"),
        resource.equals(WorkloadDetails.Queued.RESOURCE),
        KUEUE);
  }

  private static SnapshotResource devices(ApiResource resource, String loss) {
    return new SnapshotResource(resource, List.of("v1beta2", "v1beta1"), false, loss);
  }

  /** Returns a kind that owns pods, or failed to create some. */
  public static SnapshotResource owner(ApiResource resource) {
    return new SnapshotResource(
        resource, List.of(), true, "the pods they failed to create, or wait to create");
  }

  /** Returns an unread resource that is known by its name only. */
  static SnapshotResource unknown(GroupResource resource, String consequence) {
    GroupVersionKind type = new GroupVersionKind(resource.group(), "", "");
    return new SnapshotResource(
        new ApiResource(type, resource.resource(), true), List.of(), false, consequence);
  }

  /** Returns a kind whose objects are only counted. */
  public static SnapshotResource counted(ApiResource resource) {
    return new SnapshotResource(resource, List.of(), false, COUNTED);
  }

  /** Returns where it may be served: in each of its versions, the best one first. */
  public List<ApiResource> inEachVersion() {
    return Stream.concat(Stream.of(resource.type().version()), otherVersions.stream())
        .map(v -> new GroupVersionKind(resource.type().group(), v, resource.type().kind()))
        .map(type -> new ApiResource(type, resource.plural(), resource.namespaced()))
        .toList();
  }

  /** Returns the same in another version. */
  public SnapshotResource servedAs(ApiResource other) {
    return new SnapshotResource(other, List.of(), makesPods, consequence);
  }

  /** Returns all of them, the more important for answers first. */
  public static List<SnapshotResource> all() {
    List<SnapshotResource> all = new ArrayList<>(LISTS);
    int afterLimitRanges = all.indexOf(of(LimitRange.RESOURCE).orElseThrow()) + 1;
    all.addAll(afterLimitRanges, List.of(CLUSTER_QUOTAS, NAMESPACES));
    return all;
  }

  /**
   * Returns the resources that every cluster serves. Add-ons and recent resources are left out;
   * older clusters have them in other versions, if at all.
   */
  public static List<SnapshotResource> ofEveryCluster() {
    return all().stream()
        .filter(r -> r.otherVersions().isEmpty())
        .filter(r -> !OF_SOME.contains(r.resource().type().group()))
        .toList();
  }

  /** Returns the resource of that name, if each snapshot includes it. */
  public static Optional<SnapshotResource> of(GroupResource resource) {
    return Stream.concat(Stream.of(CLUSTER_QUOTAS, NAMESPACES, AUTOSCALER_STATUS), LISTS.stream())
        .filter(r -> r.resource().resource().equals(resource))
        .findFirst();
  }

  /** Returns its name as kubectl takes it: with the group only where that isn't Kubernetes' own. */
  public String kubectlName() {
    String group = resource.type().group();
    boolean isKubernetes = !group.contains(".") || group.endsWith(".k8s.io");
    return isKubernetes ? resource.plural() : resource.resource().toString();
  }

  /**
   * Returns whether the API server may need help to list the kind. Objects of custom kinds may have
   * to be converted by a webhook, and another server may serve the kind.
   */
  public boolean isServedByOthers() {
    return resource.resource().isCustom() || !isBuiltIn(resource);
  }

  /** Returns whether each snapshot includes the kind. */
  public static boolean isBuiltIn(ApiResource resource) {
    return of(resource.resource()).isPresent();
  }
}
