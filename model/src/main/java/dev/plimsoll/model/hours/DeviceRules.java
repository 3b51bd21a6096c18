package dev.plimsoll.model.hours;

import dev.plimsoll.kubernetes.capacity.DeviceUsers;
import dev.plimsoll.kubernetes.capacity.NodeGroups;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.device.DeviceUnit;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.start.StartQuestion;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.NodePool;
import dev.plimsoll.model.usage.IdlePods;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The input of the states of a node's devices beside the node and its pods.
 *
 * @param tenants the tenant of a namespace; without a policy's tenant, the namespace itself
 * @param pools the pool of a node, if a policy has one
 * @param users which nodes no user of a resource can use
 * @param arePodsKnown whether all pods were read
 * @param areWantsKnown whether all was read that may want free devices; if not, these are unknown
 * @param use whether a pod's units of a resource are busy or idle, or just allocated where that is
 *     unknown
 */
public record DeviceRules(
    UnaryOperator<String> tenants,
    Function<Node, Optional<String>> pools,
    DeviceUsers users,
    boolean arePodsKnown,
    boolean areWantsKnown,
    BiFunction<Pod, ResourceName, DeviceState> use) {

  /** Returns the rules of a cluster, with the usage of its devices as far as it was measured. */
  public static DeviceRules of(Cluster cluster, Collection<CapacityPolicy> policies) {
    UnaryOperator<String> tenants = StartQuestion.tenants(cluster, policies);
    Map<String, String> known = new ConcurrentHashMap<>();
    return new DeviceRules(
        namespace -> known.computeIfAbsent(namespace, tenants),
        node ->
            policies.stream().flatMap(p -> p.poolOf(node).stream()).map(NodePool::name).findFirst(),
        DeviceUsers.of(cluster),
        cluster.covers(Pod.RESOURCE),
        true,
        (pod, resource) -> use(cluster, pod, resource));
  }

  private static DeviceState use(Cluster cluster, Pod pod, ResourceName resource) {
    return switch (IdlePods.use(cluster, pod, resource)) {
      case UNKNOWN -> DeviceState.ALLOCATED;
      case BUSY -> DeviceState.BUSY;
      case IDLE -> DeviceState.IDLE;
    };
  }

  /** Returns the rules if all pods that may want free devices are known, or not. */
  public DeviceRules withKnownWants(boolean known) {
    return new DeviceRules(tenants, pools, users, arePodsKnown, known, use);
  }

  DeviceUser user(DeviceState state, String namespace) {
    return new DeviceUser(state, tenants.apply(namespace), namespace);
  }

  DeviceKind kind(Node node, DeviceUnit unit) {
    String product = NodeGroups.product(node);
    return new DeviceKind(unit.device(), product, pools.apply(node).orElse(product));
  }

  /** Returns the state of units that no pod has that was read. */
  DeviceState unallocated(Node node, ResourceName resource) {
    if (!arePodsKnown) {
      return DeviceState.UNKNOWN;
    }
    return users.withheld(node, resource).isPresent() ? DeviceState.WITHHELD : DeviceState.FREE;
  }
}
