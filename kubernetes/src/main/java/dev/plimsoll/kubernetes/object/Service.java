package dev.plimsoll.kubernetes.object;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A service.
 *
 * @param metadata name, labels and the like
 * @param serviceType {@code ClusterIP}, {@code NodePort}, {@code LoadBalancer} or {@code
 *     ExternalName}
 * @param ports its ports
 * @param allocateLoadBalancerNodePorts whether a load balancer gets node ports; absent means yes
 * @param selector which pods it stands for, by label; empty for none
 */
public record Service(
    ObjectMeta metadata,
    String serviceType,
    List<ServicePort> ports,
    Optional<Boolean> allocateLoadBalancerNodePorts,
    Map<String, String> selector)
    implements ApiObject {

  public static final GroupVersionKind TYPE = GroupVersionKind.of("v1", "Service");

  public static final GroupResource RESOURCE = new GroupResource("", "services");

  public Service {
    ports = List.copyOf(ports);
    selector = Map.copyOf(selector);
  }

  /** Makes a service that stands for no pods. */
  public Service(
      ObjectMeta metadata,
      String serviceType,
      List<ServicePort> ports,
      Optional<Boolean> allocateLoadBalancerNodePorts) {
    this(metadata, serviceType, ports, allocateLoadBalancerNodePorts, Map.of());
  }

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }

  /** Returns a copy with other metadata. */
  public Service withMetadata(ObjectMeta other) {
    return new Service(other, serviceType, ports, allocateLoadBalancerNodePorts, selector);
  }
}
