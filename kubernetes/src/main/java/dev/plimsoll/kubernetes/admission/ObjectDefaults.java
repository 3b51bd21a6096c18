package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.limits.LimitRangeDefaults;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Service;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The defaults of objects other than pods, so far as a rule reads them.
 *
 * <p>Source: {@code SetDefaults_LimitRangeItem}, {@code SetDefaults_Namespace}, {@code
 * SetDefaults_NodeStatus} and {@code SetDefaults_Service} in {@code pkg/apis/core/v1/defaults.go}.
 */
public final class ObjectDefaults {
  private static final String NAME_LABEL = "kubernetes.io/metadata.name";

  private ObjectDefaults() {}

  /** Returns an object as the API server stores it; the same if nothing is missing. */
  public static ApiObject apply(ApiObject object) {
    if (object instanceof LimitRange limitRange) {
      return LimitRangeDefaults.apply(limitRange);
    }
    if (object instanceof Namespace namespace) {
      return named(namespace);
    }
    if (object instanceof Node node) {
      return node.allocatable().isEmpty() ? node.withAllocatable(node.capacity()) : node;
    }
    return object instanceof Service service ? typed(service) : object;
  }

  private static Namespace named(Namespace namespace) {
    Map<String, String> labels = new HashMap<>(namespace.metadata().labels());
    labels.put(NAME_LABEL, namespace.name());
    return namespace.name().isEmpty()
        ? namespace
        : new Namespace(namespace.metadata().with().labels(labels).build());
  }

  private static Service typed(Service service) {
    String type = service.serviceType().isEmpty() ? "ClusterIP" : service.serviceType();
    Optional<Boolean> allocate =
        type.equals("LoadBalancer")
            ? service.allocateLoadBalancerNodePorts().or(() -> Optional.of(true))
            : service.allocateLoadBalancerNodePorts();
    return new Service(service.metadata(), type, service.ports(), allocate, service.selector());
  }
}
