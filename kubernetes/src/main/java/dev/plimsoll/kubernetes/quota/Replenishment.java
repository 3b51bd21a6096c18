package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ContainerStatus;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.version.FeatureGate;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * After which events the controller resyncs quotas. Admission alone raises what is used; a change
 * that isn't listed here leaves it as it is until some other makes the controller look again.
 *
 * <p>Source: {@code DefaultUpdateFilter} in {@code pkg/quota/v1/install/update_filter.go}, {@code
 * pkg/controller/resourcequota/resource_quota_monitor.go}.
 */
public final class Replenishment {
  private Replenishment() {}

  /** Returns the cluster once the controller has seen that the object was created. */
  public static Cluster created(Cluster cluster, ApiObject object) {
    return object instanceof ResourceQuota quota ? synced(cluster, quota) : cluster;
  }

  /** Returns the cluster once the controller has seen that the object became another. */
  public static Cluster updated(Cluster cluster, ApiObject old, ApiObject changed) {
    if (old instanceof ResourceQuota oldQuota && changed instanceof ResourceQuota quota) {
      return oldQuota.spec().hard().equals(quota.spec().hard()) ? cluster : synced(cluster, quota);
    }
    return frees(old, changed, cluster)
        ? ResourceQuotaController.replenish(cluster, changed.namespace(), changed.resource())
        : cluster;
  }

  /** Returns the cluster, which no longer has the object, once the controller has seen that. */
  public static Cluster deleted(Cluster cluster, ApiObject gone) {
    return ResourceQuotaController.replenish(cluster, gone.namespace(), gone.resource());
  }

  private static Cluster synced(Cluster cluster, ResourceQuota quota) {
    return cluster
        .find(ResourceQuota.class, quota.namespace(), quota.name())
        .map(q -> cluster.with(ResourceQuotaController.sync(cluster, q)))
        .orElse(cluster);
  }

  private static boolean frees(ApiObject old, ApiObject changed, Cluster cluster) {
    KubernetesControlPlane controlPlane = cluster.controlPlane();
    if (old instanceof Pod oldPod && changed instanceof Pod pod) {
      return frees(oldPod, pod, PodEvaluator.of(cluster), controlPlane);
    }
    if (old instanceof Service oldService && changed instanceof Service service) {
      return !chargedType(oldService).equals(chargedType(service));
    }
    return changed instanceof PersistentVolumeClaim
        && controlPlane.enables(FeatureGate.RECOVER_VOLUME_EXPANSION_FAILURE);
  }

  private static boolean frees(
      Pod old, Pod pod, PodEvaluator evaluator, KubernetesControlPlane controlPlane) {
    return (controlPlane.enables(FeatureGate.POD_VERTICAL_SCALING)
            && resourcesChanged(old.status(), pod.status()))
        || (controlPlane.isAtLeast(KubernetesVersion.V1_33)
            && QuotaScopeMatcher.isTerminating(old) != QuotaScopeMatcher.isTerminating(pod))
        || (evaluator.isCharged(old) && !evaluator.isCharged(pod));
  }

  private static boolean resourcesChanged(PodStatus old, PodStatus now) {
    return resourcesChanged(old.containerStatuses(), now.containerStatuses())
        || resourcesChanged(old.initContainerStatuses(), now.initContainerStatuses());
  }

  private static boolean resourcesChanged(List<ContainerStatus> old, List<ContainerStatus> now) {
    Map<String, Optional<ResourceRequirements>> oldResources = new HashMap<>();
    old.forEach(s -> oldResources.put(s.name(), s.resources()));
    return now.stream()
        .anyMatch(s -> !oldResources.getOrDefault(s.name(), s.resources()).equals(s.resources()));
  }

  private static String chargedType(Service service) {
    String type = service.serviceType();
    return type.equals("NodePort") || type.equals("LoadBalancer") ? type : "";
  }
}
