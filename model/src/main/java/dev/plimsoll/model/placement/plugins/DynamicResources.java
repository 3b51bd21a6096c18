package dev.plimsoll.model.placement.plugins;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.cluster.Requirement;
import dev.plimsoll.model.object.DeviceClass;
import dev.plimsoll.model.object.DeviceRequest;
import dev.plimsoll.model.object.GroupResource;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.PodResourceClaim;
import dev.plimsoll.model.object.ResourceClaim;
import dev.plimsoll.model.placement.framework.Diagnosis;
import dev.plimsoll.model.placement.framework.FilterPlugin;
import dev.plimsoll.model.placement.framework.PostFilterPlugin;
import dev.plimsoll.model.placement.framework.PreFilterResult;
import dev.plimsoll.model.placement.framework.Rejection;
import dev.plimsoll.model.placement.framework.Status;
import dev.plimsoll.model.placement.snapshot.PodInfo;
import dev.plimsoll.model.placement.snapshot.Snapshot;
import dev.plimsoll.model.pod.PodResources;
import dev.plimsoll.model.pod.PodResourcesOptions;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.version.FeatureGate;
import dev.plimsoll.model.version.KubernetesControlPlane;
import dev.plimsoll.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Keeps pods from nodes where the devices they claim can't be had.
 *
 * <p>Which devices there are and which are taken isn't modelled; claims are checked for being there
 * and naming device classes that are, and are then taken to be met. Only where it is known that no
 * node publishes devices, extended resources that devices would have to provide are rejected. A pod
 * whose claim doesn't exist isn't even queued by kube-scheduler, which then says nothing; here it
 * is rejected. Source: {@code pkg/scheduler/framework/plugins/dynamicresources}.
 */
public final class DynamicResources implements FilterPlugin, PostFilterPlugin {
  private static final String NAME = "DynamicResources";
  private static final GroupResource SLICES =
      new GroupResource("resource.k8s.io", "resourceslices");
  private static final String DEVICES_UNKNOWN =
      "Which devices are free isn't modelled, so what the pod claims of devices is taken to be there"
          + " on every node.";
  private static final Rejection NO_DEVICES =
      Rejection.unresolvable(NAME, "cannot allocate all claims");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean isEnabled(KubernetesControlPlane controlPlane) {
    return controlPlane.enables(FeatureGate.DYNAMIC_RESOURCE_ALLOCATION);
  }

  @Override
  public List<Requirement> requirements(PodInfo info, Snapshot snapshot) {
    Pod pod = info.pod();
    Cluster cluster = snapshot.cluster();
    List<Requirement> requirements = new ArrayList<>();
    for (PodResourceClaim reference : pod.spec().resourceClaims()) {
      requirements.add(Requirement.all(SLICES));
      requirements.add(Requirement.all(DeviceClass.RESOURCE));
      if (claim(reference, pod, cluster).isEmpty()) {
        requirements.add(Requirement.in(pod.namespace(), ResourceClaim.RESOURCE));
      }
    }
    if (!providedByDevices(pod, cluster).isEmpty()) {
      requirements.add(Requirement.all(SLICES));
    } else if (cluster.count("", SLICES) > 0 && requestsExtended(info)) {
      requirements.add(Requirement.all(DeviceClass.RESOURCE));
    }
    return requirements;
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
    for (PodResourceClaim claim : pod.spec().resourceClaims()) {
      Optional<String> problem = problem(claim, pod, cluster);
      if (problem.isPresent()) {
        return new PreFilterResult.Reject(Rejection.unresolvable(NAME, problem.get()));
      }
    }
    List<ResourceName> provided = providedByDevices(pod, cluster);
    if (pod.spec().resourceClaims().isEmpty() && provided.isEmpty()) {
      return PreFilterResult.skip();
    }
    if (!cluster.covers(SLICES) || cluster.count("", SLICES) > 0) {
      return new PreFilterResult.Skip(List.of(DEVICES_UNKNOWN));
    }
    int[] indexes = provided.stream().mapToInt(snapshot.resources()::of).toArray();
    return new PreFilterResult.Check(
        node -> {
          for (int index : indexes) {
            if (node.allocatable().get(index) == 0) {
              return NO_DEVICES;
            }
          }
          return Status.Success.SUCCESS;
        },
        pod.spec().resourceClaims().isEmpty() ? List.of() : List.of(DEVICES_UNKNOWN));
  }

  private static Optional<String> problem(PodResourceClaim reference, Pod pod, Cluster cluster) {
    String name = claimName(reference, pod);
    if (name.isEmpty() || !cluster.covers(ResourceClaim.RESOURCE, pod.namespace())) {
      return Optional.empty();
    }
    Optional<ResourceClaim> claim = claim(reference, pod, cluster);
    if (claim.isEmpty()) {
      return Optional.of("could not find ResourceClaim \"" + pod.namespace() + "/" + name + "\"");
    }
    if (claim.get().metadata().deletionTimestamp().isPresent()) {
      return Optional.of("resourceclaim \"" + name + "\" is being deleted");
    }
    return cluster.covers(DeviceClass.RESOURCE)
        ? claim.get().requests().stream()
            .flatMap(r -> missingClass(r, cluster).stream())
            .findFirst()
        : Optional.empty();
  }

  private static Optional<ResourceClaim> claim(
      PodResourceClaim reference, Pod pod, Cluster cluster) {
    return cluster.find(ResourceClaim.class, pod.namespace(), claimName(reference, pod));
  }

  private static String claimName(PodResourceClaim reference, Pod pod) {
    return reference.resourceClaimName().isEmpty()
        ? pod.status().resourceClaims().getOrDefault(reference.name(), "")
        : reference.resourceClaimName();
  }

  private static Optional<String> missingClass(DeviceRequest request, Cluster cluster) {
    for (DeviceRequest.DeviceSubRequest deviceSubRequest : request.alternatives()) {
      String name = deviceSubRequest.deviceClassName();
      if (cluster.find(DeviceClass.class, "", name).isEmpty()) {
        return Optional.of(
            "request " + request.name() + ": device class " + name + " does not exist");
      }
    }
    return Optional.empty();
  }

  /** The resources that the pod requests and that a device class provides. */
  private static List<ResourceName> providedByDevices(Pod pod, Cluster cluster) {
    DeviceClasses classes = DeviceClasses.of(cluster);
    if (classes.classes().isEmpty()) {
      return List.of();
    }
    Resources requests =
        PodResources.requests(
            pod, PodResourcesOptions.SCHEDULER_INCOMING.under(cluster.controlPlane()));
    List<ResourceName> provided = new ArrayList<>();
    for (ResourceName name : requests.names()) {
      if (name.isDraExtended() && !requests.getOrZero(name).isZero() && classes.provide(name)) {
        provided.add(name);
      }
    }
    return provided;
  }

  @Override
  public Result postFilter(Diagnosis diagnosis) {
    Pod pod = diagnosis.pod().pod();
    if (pod.spec().resourceClaims().isEmpty()
        && isSilentWithoutClaims(diagnosis.snapshot().cluster().controlPlane())) {
      return new Unhelpful("");
    }
    if (!diagnosis.ran(NAME)) {
      return new Failed("not found");
    }
    boolean claims =
        diagnosis.preFilter().isEmpty()
            && !(pod.spec().resourceClaims().isEmpty()
                && providedByDevices(pod, diagnosis.snapshot().cluster()).isEmpty());
    return new Unhelpful(claims ? "still not schedulable" : "no new claims to deallocate");
  }

  /** As it was in Kubernetes 1.33 alone. */
  private static boolean isSilentWithoutClaims(KubernetesControlPlane controlPlane) {
    return controlPlane.rules().equals(KubernetesVersion.V1_33);
  }
}
