package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.limits.LimitRangeDefaults;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.pod.PodDefaults;
import java.util.Optional;

/**
 * Applies the defaults that the API server sets when it decodes an object. The API server decodes
 * the request's object before any plug-in sees it, and the stored object after the plug-ins have
 * changed it.
 *
 * <p>Source: {@code pkg/apis/core/v1/defaults.go}.
 */
final class Defaulting implements Layer {

  @Override
  public Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request) {
    return Optional.of(
        AdmissionStep.passed(
            "Defaulting", defaulted(request.object()), new AdmissionEffect.Plain()));
  }

  private static ApiObject defaulted(ApiObject object) {
    if (object instanceof Pod pod) {
      return PodDefaults.apply(pod);
    }
    if (object instanceof LimitRange limitRange) {
      return LimitRangeDefaults.apply(limitRange);
    }
    return object instanceof Service service ? defaulted(service) : object;
  }

  private static Service defaulted(Service service) {
    String type = service.serviceType().isEmpty() ? "ClusterIP" : service.serviceType();
    Optional<Boolean> allocate =
        type.equals("LoadBalancer")
            ? service.allocateLoadBalancerNodePorts().or(() -> Optional.of(true))
            : service.allocateLoadBalancerNodePorts();
    return new Service(service.metadata(), type, service.ports(), allocate, service.selector());
  }
}
