package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Set;

/**
 * Charges services: their number, their node ports and load balancers. Node ports count by the
 * number that the service will get, since none is allocated yet at its creation.
 *
 * <p>Source: {@code pkg/quota/v1/evaluator/core/services.go}.
 */
final class ServiceEvaluator implements Evaluator {
  private static final ResourceName COUNT = ObjectCountEvaluator.key(Service.RESOURCE);
  private static final Set<ResourceName> TRACKED =
      Set.of(
          COUNT,
          ResourceName.SERVICES,
          ResourceName.SERVICES_NODE_PORTS,
          ResourceName.SERVICES_LOAD_BALANCERS);

  @Override
  public GroupResource resource() {
    return Service.RESOURCE;
  }

  @Override
  public boolean handles(AdmissionRequest request) {
    return request.subresource().isEmpty();
  }

  @Override
  public boolean tracks(ResourceName key) {
    return TRACKED.contains(key);
  }

  @Override
  public Resources usage(ApiObject object) {
    Service service = (Service) object;
    boolean loadBalancer = service.serviceType().equals("LoadBalancer");
    return Resources.builder()
        .put(COUNT, Quantity.of(1))
        .put(ResourceName.SERVICES, Quantity.of(1))
        .put(ResourceName.SERVICES_LOAD_BALANCERS, Quantity.of(loadBalancer ? 1 : 0))
        .put(ResourceName.SERVICES_NODE_PORTS, Quantity.of(nodePorts(service)))
        .build();
  }

  private static long nodePorts(Service service) {
    return switch (service.serviceType()) {
      case "NodePort" -> service.ports().size();
      case "LoadBalancer" ->
          service.allocateLoadBalancerNodePorts().orElse(true)
              ? service.ports().size()
              : service.ports().stream().filter(p -> p.nodePort() != 0).count();
      default -> 0;
    };
  }
}
