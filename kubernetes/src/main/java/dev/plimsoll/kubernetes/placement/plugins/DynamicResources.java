package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaimTemplate;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.placement.dra.DeviceAllocators;
import dev.plimsoll.kubernetes.placement.framework.Diagnosis;
import dev.plimsoll.kubernetes.placement.framework.FilterPlugin;
import dev.plimsoll.kubernetes.placement.framework.PostFilterPlugin;
import dev.plimsoll.kubernetes.placement.framework.PreEnqueuePlugin;
import dev.plimsoll.kubernetes.placement.framework.PreFilterResult;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.ReservePlugin;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.framework.ScorePlugin;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.version.FeatureGate;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Keeps pods from nodes where the devices they claim can't be had.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go}.
 */
public final class DynamicResources
    implements PreEnqueuePlugin, FilterPlugin, PostFilterPlugin, ScorePlugin, ReservePlugin {
  static final String NAME = "DynamicResources";
  private static final String DEVICES_UNKNOWN =
      "The snapshot has no ResourceSlices; assuming that what the pod claims of devices is there on"
          + " every node.";

  private static final String TAINT_RULES_UNKNOWN =
      "DeviceTaintRules are not read; assuming that none taints a device.";

  private final DeviceAllocators allocators = new DeviceAllocators();

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean isEnabled(KubernetesControlPlane controlPlane) {
    return controlPlane.enables(FeatureGate.DYNAMIC_RESOURCE_ALLOCATION);
  }

  @Override
  public Optional<ScheduleResult.Gated> preEnqueue(PodInfo info, Snapshot snapshot) {
    Cluster cluster = snapshot.cluster();
    if (info.pod().spec().resourceClaims().isEmpty()
        || !isEnabled(cluster.controlPlane())
        || !cluster.covers(ResourceClaim.RESOURCE, info.pod().namespace())
        || !cluster.unmet(templates(info.pod(), cluster)).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(PodDeviceClaims.of(info.pod(), cluster).problem())
        .filter(p -> !p.isEmpty())
        .map(p -> new ScheduleResult.Gated(NAME, List.of(), p));
  }

  @Override
  public List<Requirement> requirements(PodInfo info, Snapshot snapshot) {
    Cluster cluster = snapshot.cluster();
    if (!isEnabled(cluster.controlPlane())) {
      return List.of();
    }
    if (!info.pod().spec().resourceClaims().isEmpty() || !provided(info.pod(), cluster).isEmpty()) {
      List<Requirement> requirements = new ArrayList<>(templates(info.pod(), cluster));
      requirements.add(Requirement.all(ResourceSlice.RESOURCE));
      requirements.add(Requirement.all(DeviceClass.RESOURCE));
      requirements.add(Requirement.all(ResourceClaim.RESOURCE));
      return requirements;
    }
    return !cluster.list(ResourceSlice.class).isEmpty() && requestsExtended(info)
        ? List.of(Requirement.all(DeviceClass.RESOURCE))
        : List.of();
  }

  /**
   * Requires the claim templates of a pod that doesn't exist yet, because they determine its
   * claims.
   */
  private static List<Requirement> templates(Pod pod, Cluster cluster) {
    return PodDeviceClaims.lacksClaim(pod)
            && cluster.find(Pod.class, pod.namespace(), pod.name()).isEmpty()
        ? List.of(Requirement.in(pod.namespace(), ResourceClaimTemplate.RESOURCE))
        : List.of();
  }

  private static boolean requestsExtended(PodInfo info) {
    return PodResources.requests(info.pod(), PodResourcesOptions.SCHEDULER_INCOMING)
        .names()
        .stream()
        .anyMatch(ResourceName::isDraExtended);
  }

  @Override
  public PreFilterResult preFilter(PodInfo info, Snapshot snapshot) {
    Pod pod = info.pod();
    Cluster cluster = snapshot.cluster();
    PodDeviceClaims claims = PodDeviceClaims.of(pod, cluster);
    if (!claims.problem().isEmpty() && cluster.covers(ResourceClaim.RESOURCE, pod.namespace())) {
      return reject(claims.problem());
    }
    if (pod.spec().resourceClaims().isEmpty() && provided(pod, cluster).isEmpty()) {
      return PreFilterResult.skip();
    }
    if (cluster.covers(DeviceClass.RESOURCE)) {
      Optional<String> missing = claims.missingClass(cluster);
      if (missing.isPresent()) {
        return reject(missing.get());
      }
    }
    return cluster.covers(ResourceSlice.RESOURCE) && claims.problem().isEmpty()
        ? new PreFilterResult.Check(
            filter(pod, claims.claims(), snapshot), assumptions(claims.claims(), cluster))
        : new PreFilterResult.Skip(List.of(DEVICES_UNKNOWN));
  }

  private static List<String> assumptions(List<ResourceClaim> claims, Cluster cluster) {
    List<String> assumptions = new ArrayList<>();
    claims.stream()
        .filter(c -> BindingConditions.of(c, cluster) == BindingConditions.WAITING)
        .map(
            c ->
                "The driver still prepares the devices of claim %s; assuming that it succeeds."
                    .formatted(c.name()))
        .forEach(assumptions::add);
    if (cluster.controlPlane().enables(FeatureGate.DRA_DEVICE_TAINT_RULES)) {
      assumptions.add(TAINT_RULES_UNKNOWN);
    }
    return assumptions;
  }

  private static PreFilterResult reject(String reason) {
    return new PreFilterResult.Reject(Rejection.unresolvable(NAME, reason));
  }

  private DynamicResourcesFilter filter(Pod pod, List<ResourceClaim> claims, Snapshot snapshot) {
    Map<ResourceName, DeviceClass> provided = provided(pod, snapshot.cluster());
    Map<ResourceName, Integer> indexes = new HashMap<>();
    provided.keySet().forEach(n -> indexes.put(n, snapshot.resources().of(n)));
    return new DynamicResourcesFilter(
        pod, claims, provided, indexes, snapshot.cluster(), allocators.of(snapshot.cluster()));
  }

  private static boolean hasLeftover(
      Pod pod, Map<ResourceName, DeviceClass> provided, Cluster cluster) {
    return !provided.isEmpty() && ExtendedResourceClaim.find(pod, cluster).isPresent();
  }

  /** The classes by the resources that the pod requests and they provide. */
  private static Map<ResourceName, DeviceClass> provided(Pod pod, Cluster cluster) {
    DeviceClasses classes = DeviceClasses.of(cluster);
    if (classes.classes().isEmpty()) {
      return Map.of();
    }
    Resources requests =
        PodResources.requests(
            pod, PodResourcesOptions.SCHEDULER_INCOMING.under(cluster.controlPlane()));
    Map<ResourceName, DeviceClass> provided = new TreeMap<>();
    for (ResourceName name : requests.names()) {
      if (name.isDraExtended() && !requests.getOrZero(name).isZero()) {
        classes.find(name).ifPresent(c -> provided.put(name, c));
      }
    }
    return provided;
  }

  /** Pods without claims are alike: the plug-in has nothing to say of them. */
  @Override
  public Optional<Object> likeness(PodInfo info, Snapshot snapshot) {
    Pod pod = info.pod();
    return pod.spec().resourceClaims().isEmpty() && provided(pod, snapshot.cluster()).isEmpty()
        ? Optional.of("no claims")
        : Optional.empty();
  }

  @Override
  public Result postFilter(Diagnosis diagnosis) {
    Pod pod = diagnosis.pod().pod();
    Cluster cluster = diagnosis.snapshot().cluster();
    if (pod.spec().resourceClaims().isEmpty() && isSilentWithoutClaims(cluster.controlPlane())) {
      return new Unhelpful("");
    }
    if (!diagnosis.ran(NAME)) {
      return new Failed("not found");
    }
    List<ResourceClaim> claims = PodDeviceClaims.of(pod, cluster).claims();
    if (diagnosis.preFilter().isPresent()
        || (claims.isEmpty() && provided(pod, cluster).isEmpty())) {
      return new Unhelpful("no new claims to deallocate");
    }
    if (hasLeftover(pod, provided(pod, cluster), cluster)) {
      return new Unhelpful("deletion of ResourceClaim completed");
    }
    List<NodeInfo> unavailable =
        diagnosis.nodes(Rejection.Code.UNSCHEDULABLE_AND_UNRESOLVABLE).stream()
            .filter(n -> diagnosis.rejection(n).equals(DynamicResourcesFilter.UNAVAILABLE))
            .toList();
    boolean deallocates =
        claims.stream()
            .filter(c -> c.reservedFor().isEmpty() || isReservedOnlyFor(pod, c))
            .anyMatch(
                c ->
                    unavailable.stream()
                        .anyMatch(
                            n ->
                                BindingConditions.of(c, cluster).isGivenUp()
                                    || !DynamicResourcesFilter.isAvailable(c, n)));
    return new Unhelpful(
        deallocates ? "deallocation of ResourceClaim completed" : "still not schedulable");
  }

  private static boolean isReservedOnlyFor(Pod pod, ResourceClaim claim) {
    return claim.reservedFor().size() == 1 && claim.reservedFor().contains(pod.metadata().uid());
  }

  /** As it was in Kubernetes 1.33 alone. */
  private static boolean isSilentWithoutClaims(KubernetesControlPlane controlPlane) {
    return controlPlane.rules().equals(KubernetesVersion.V1_33);
  }

  @Override
  public long[] score(PodInfo info, Snapshot snapshot, List<NodeInfo> nodes) {
    Cluster cluster = snapshot.cluster();
    List<ResourceClaim> claims = PodDeviceClaims.of(info.pod(), cluster).claims();
    if (!isEnabled(cluster.controlPlane())
        || !cluster.controlPlane().enables(FeatureGate.DRA_PRIORITIZED_LIST)
        || claims.stream().noneMatch(DeviceScore::hasAlternatives)) {
      return new long[0];
    }
    DynamicResourcesFilter filter = filter(info.pod(), claims, snapshot);
    long[] scores = new long[nodes.size()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = DeviceScore.of(claims, filter, nodes.get(i));
    }
    return ScorePlugin.normalized(scores);
  }

  @Override
  public Cluster reserve(Snapshot snapshot, Pod pod, NodeInfo node) {
    Cluster reserved = snapshot.cluster();
    List<ResourceClaim> claims = PodDeviceClaims.of(pod, reserved).claims();
    if (!isEnabled(reserved.controlPlane())
        || (claims.isEmpty() && provided(pod, reserved).isEmpty())) {
      return reserved;
    }
    DynamicResourcesFilter filter = filter(pod, claims, snapshot);
    for (ResourceClaim claim : filter.reserved(node)) {
      reserved = reserved.with(claim);
    }
    return reserved;
  }
}
