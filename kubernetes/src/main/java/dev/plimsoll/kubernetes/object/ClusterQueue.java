package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.object.FlavorQuota.FlavorResource;
import dev.plimsoll.kubernetes.quantity.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Kueue's ClusterQueue: quota by flavor for the Workloads of its LocalQueues.
 *
 * @param type its kind, in the version in which it was read
 * @param metadata name, labels and the like
 * @param cohort the name of its cohort, empty without one
 * @param quotas its quotas, in the order in which Kueue tries flavors
 * @param strictOrder whether Kueue starts no Workload before one of higher priority, or of equal
 *     priority and greater age ({@code StrictFIFO})
 * @param stopPolicy {@code None}, {@code Hold} or {@code HoldAndDrain}
 * @param namespaceSelector the namespaces whose Workloads it takes; absent for none
 * @param preemption the policies by which it preempts, other than {@code Never}, by their fields
 * @param conditions its conditions
 * @param reserved the quota that Workloads reserve, as Kueue counts
 */
public record ClusterQueue(
    GroupVersionKind type,
    ObjectMeta metadata,
    String cohort,
    List<FlavorQuota> quotas,
    boolean strictOrder,
    String stopPolicy,
    Optional<LabelSelector> namespaceSelector,
    Map<String, String> preemption,
    List<Condition> conditions,
    Map<FlavorResource, Quantity> reserved)
    implements ApiObject {

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("kueue.x-k8s.io/v1beta2", "ClusterQueue");

  public static final GroupResource RESOURCE = new GroupResource("kueue.x-k8s.io", "clusterqueues");

  public ClusterQueue {
    quotas = List.copyOf(quotas);
    preemption = Map.copyOf(preemption);
    conditions = List.copyOf(conditions);
    reserved = Map.copyOf(reserved);
  }

  /** Returns whether its spec stops it. */
  public boolean isStopped() {
    return !stopPolicy.equals("None");
  }

  /** Returns whether it takes Workloads of the namespace. */
  public boolean selects(Namespace namespace) {
    return namespaceSelector.filter(s -> s.matches(namespace.metadata().labels())).isPresent();
  }

  /** Returns the ClusterQueue with other quotas. */
  public ClusterQueue withQuotas(List<FlavorQuota> changed) {
    return new ClusterQueue(
        type,
        metadata,
        cohort,
        changed,
        strictOrder,
        stopPolicy,
        namespaceSelector,
        preemption,
        conditions,
        reserved);
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }
}
