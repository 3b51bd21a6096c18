package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.RuntimeClass;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The evaluators by the resource that they measure. Five resources have rules of their own; for
 * every other resource, an evaluator counts objects.
 *
 * <p>Source: {@code pkg/quota/v1/install/registry.go}, {@code
 * pkg/quota/v1/evaluator/core/registry.go}; for image streams OpenShift's {@code
 * pkg/quota/quotaimageexternal}.
 */
public final class Evaluators {
  private static final Map<GroupResource, ResourceName> ALIASES =
      Map.of(
          new GroupResource("", "configmaps"),
          ResourceName.CONFIG_MAPS,
          ResourceQuota.RESOURCE,
          ResourceName.RESOURCE_QUOTAS,
          new GroupResource("", "replicationcontrollers"),
          ResourceName.REPLICATION_CONTROLLERS,
          new GroupResource("", "secrets"),
          ResourceName.SECRETS,
          new GroupResource("image.openshift.io", "imagestreams"),
          ResourceName.of("openshift.io/imagestreams"));

  private static final Set<GroupResource> IGNORED =
      Set.of(
          new GroupResource("", "bindings"),
          new GroupResource("", "componentstatuses"),
          new GroupResource("", "events"),
          new GroupResource("events.k8s.io", "events"),
          new GroupResource("authentication.k8s.io", "tokenreviews"),
          new GroupResource("authentication.k8s.io", "selfsubjectreviews"),
          new GroupResource("authorization.k8s.io", "subjectaccessreviews"),
          new GroupResource("authorization.k8s.io", "selfsubjectaccessreviews"),
          new GroupResource("authorization.k8s.io", "localsubjectaccessreviews"),
          new GroupResource("authorization.k8s.io", "selfsubjectrulesreviews"));

  private static final Set<GroupResource> CLUSTER_SCOPED =
      Set.of(
          ClusterResourceQuota.RESOURCE,
          DeviceClass.RESOURCE,
          Namespace.RESOURCE,
          Node.RESOURCE,
          PersistentVolume.RESOURCE,
          PriorityClass.RESOURCE,
          RuntimeClass.RESOURCE,
          StorageClass.RESOURCE);

  private static final Map<GroupResource, Evaluator> OF_EVERY_CLUSTER = ofEveryCluster();

  private final Cluster cluster;
  private final PodEvaluator pods;
  private final PersistentVolumeClaimEvaluator storage;
  private final Optional<ResourceClaimEvaluator> devices;

  private Evaluators(Cluster cluster) {
    this.cluster = cluster;
    pods = PodEvaluator.of(cluster);
    storage = new PersistentVolumeClaimEvaluator(cluster.controlPlane());
    devices =
        cluster.serves(ResourceClaim.RESOURCE)
            ? Optional.of(new ResourceClaimEvaluator(cluster, pods))
            : Optional.empty();
  }

  private static Map<GroupResource, Evaluator> ofEveryCluster() {
    Map<GroupResource, Evaluator> evaluators = new LinkedHashMap<>();
    evaluators.put(Service.RESOURCE, new ServiceEvaluator());
    ALIASES.forEach((r, alias) -> evaluators.put(r, new ObjectCountEvaluator(r, List.of(alias))));
    return Collections.unmodifiableMap(evaluators);
  }

  /** Returns the evaluators with a cluster's control plane, device classes and time. */
  public static Evaluators of(Cluster cluster) {
    return new Evaluators(cluster);
  }

  /** Returns the evaluator of a resource. */
  public Evaluator get(GroupResource resource) {
    if (resource.equals(pods.resource())) {
      return pods;
    }
    if (resource.equals(storage.resource())) {
      return storage;
    }
    if (devices.isPresent() && resource.equals(ResourceClaim.RESOURCE)) {
      return devices.get();
    }
    Evaluator known = OF_EVERY_CLUSTER.get(resource);
    return known != null ? known : new ObjectCountEvaluator(resource, List.of());
  }

  /** Returns the evaluators that charge some of these quota keys. */
  public List<Evaluator> tracking(Collection<ResourceName> keys) {
    Map<GroupResource, Evaluator> candidates = new LinkedHashMap<>();
    candidates.put(pods.resource(), pods);
    candidates.put(storage.resource(), storage);
    candidates.putAll(OF_EVERY_CLUSTER);
    devices.ifPresent(d -> candidates.put(d.resource(), d));
    for (ResourceName key : keys) {
      if (ObjectCountEvaluator.isKey(key)) {
        GroupResource counted = ObjectCountEvaluator.resource(key);
        if (!isIgnored(counted) && !CLUSTER_SCOPED.contains(counted) && cluster.serves(counted)) {
          candidates.putIfAbsent(counted, new ObjectCountEvaluator(counted, List.of()));
        }
      }
    }
    List<Evaluator> tracking = new ArrayList<>(candidates.values());
    tracking.removeIf(e -> keys.stream().noneMatch(e::tracks));
    return List.copyOf(tracking);
  }

  /**
   * Returns whether a quota key is ever charged. A key that isn't is accepted in a quota, and
   * limits nothing. Keys that count objects of a resource which doesn't exist are taken for live
   * ones, since a snapshot can't tell.
   */
  public static boolean tracksAnywhere(Cluster cluster, ResourceName key) {
    return !of(cluster).tracking(List.of(key)).isEmpty();
  }

  /** Returns whether quota never looks at the resource. */
  public static boolean isIgnored(GroupResource resource) {
    return IGNORED.contains(resource);
  }
}
