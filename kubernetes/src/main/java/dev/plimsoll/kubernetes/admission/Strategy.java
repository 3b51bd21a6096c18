package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.pod.DisabledPodFields;
import dev.plimsoll.kubernetes.pod.PodResizeStrategy;
import dev.plimsoll.kubernetes.pod.QosClass;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.util.List;
import java.util.Optional;

/**
 * Prepares an object for storage once the plug-ins have changed it. The API server sets the status
 * itself; of an update, it takes mutable fields only.
 *
 * <p>Source: {@code PrepareForCreate} and {@code PrepareForUpdate} in {@code
 * pkg/registry/core/pod/strategy.go}, {@code pkg/registry/core/resourcequota/strategy.go} and
 * {@code pkg/registry/core/service/strategy.go}.
 */
final class Strategy implements Layer {
  private static final Condition GATED =
      new Condition(
          "PodScheduled",
          "False",
          "SchedulingGated",
          "Scheduling is blocked due to non-empty scheduling gates");

  @Override
  public Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request) {
    KubernetesControlPlane controlPlane = cluster.controlPlane();
    ApiObject prepared =
        request
            .old()
            .map(old -> changed(request, old, controlPlane))
            .orElseGet(() -> fresh(request.object(), controlPlane));
    AdmissionEffect effect =
        prepared instanceof Pod pod
            ? new AdmissionEffect.Classified(QosClass.of(pod))
            : new AdmissionEffect.Plain();
    return Optional.of(AdmissionStep.passed("Strategy", prepared, effect));
  }

  private static ApiObject fresh(ApiObject object, KubernetesControlPlane controlPlane) {
    if (object instanceof Pod pod) {
      PodSpec spec = DisabledPodFields.drop(pod.spec(), Optional.empty(), controlPlane);
      return pod.withSpec(spec)
          .withStatus(
              PodStatus.builder()
                  .phase("Pending")
                  .qosClass(QosClass.compute(spec).toString())
                  .conditions(spec.schedulingGates().isEmpty() ? List.of() : List.of(GATED))
                  .build());
    }
    return object instanceof ResourceQuota quota
        ? quota.withStatus(ResourceQuotaStatus.NONE)
        : object;
  }

  private static ApiObject changed(
      AdmissionRequest request, ApiObject old, KubernetesControlPlane controlPlane) {
    ApiObject object = request.object();
    if (object instanceof Pod pod && old instanceof Pod oldPod) {
      Pod changed =
          switch (request.subresource()) {
            case "" -> pod.withStatus(oldPod.status());
            case "resize" -> PodResizeStrategy.prepareForUpdate(pod, oldPod, controlPlane);
            default -> pod;
          };
      return changed.withSpec(
          DisabledPodFields.drop(changed.spec(), Optional.of(oldPod.spec()), controlPlane));
    }
    if (object instanceof ResourceQuota quota && old instanceof ResourceQuota oldQuota) {
      return request.subresource().isEmpty() ? quota.withStatus(oldQuota.status()) : quota;
    }
    return object instanceof Service service && old instanceof Service oldService
        ? changed(service, oldService)
        : object;
  }

  /** Drops what belongs to load balancers from a service that is one no more. */
  private static Service changed(Service service, Service old) {
    boolean left =
        old.serviceType().equals("LoadBalancer") && !service.serviceType().equals("LoadBalancer");
    return left
            && service.allocateLoadBalancerNodePorts().equals(old.allocateLoadBalancerNodePorts())
        ? new Service(
            service.metadata(),
            service.serviceType(),
            service.ports(),
            Optional.empty(),
            service.selector())
        : service;
  }
}
