package dev.plimsoll.kubernetes.kueue;

import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.FlavorQuota;
import dev.plimsoll.kubernetes.object.FlavorQuota.FlavorResource;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The quota that ClusterQueues can reserve, of their own and of their cohorts.
 *
 * <p>Source: {@code sigs.k8s.io/kueue/pkg/cache/scheduler/resource_node.go}, {@code
 * sigs.k8s.io/kueue/pkg/resources/amount.go}. Amounts that Kueue takes for unlimited, near 2^63,
 * are ordinary amounts here.
 */
public final class QuotaTree {
  private static final String QUEUE = "queue/";
  private static final String COHORT = "cohort/";

  private final Map<String, Node> nodes = new TreeMap<>();
  private final Map<String, List<String>> children = new HashMap<>();
  private final Map<String, Map<FlavorResource, Quantity>> reserved = new HashMap<>();
  private final FlavorResource key;

  /** A ClusterQueue or a cohort. */
  private record Node(String parent, Optional<FlavorQuota> quota) {}

  private QuotaTree(FlavorResource key) {
    this.key = key;
  }

  /** Returns the tree of one resource of one flavor, with the usage that ClusterQueues report. */
  public static QuotaTree of(
      FlavorResource key, Collection<ClusterQueue> queues, Collection<Cohort> cohorts) {
    QuotaTree tree = new QuotaTree(key);
    cohorts.forEach(c -> tree.nodes.put(COHORT + c.name(), tree.node(c.parent(), c.quotas())));
    for (ClusterQueue queue : queues) {
      tree.nodes.put(QUEUE + queue.name(), tree.node(queue.cohort(), queue.quotas()));
      tree.reserved.put(QUEUE + queue.name(), queue.reserved());
    }
    tree.nodes.forEach(
        (id, node) -> tree.children.computeIfAbsent(node.parent(), p -> new ArrayList<>()).add(id));
    return tree;
  }

  private Node node(String cohort, Collection<FlavorQuota> quotas) {
    return new Node(
        cohort.isEmpty() ? "" : COHORT + cohort,
        quotas.stream().filter(q -> q.key().equals(key)).findFirst().map(QuotaTree::counted));
  }

  /** Returns a quota as Kueue counts: thousandths of CPU, and whole units of other resources. */
  private static FlavorQuota counted(FlavorQuota quota) {
    UnaryOperator<Quantity> amount =
        q ->
            quota.key().resource().equals(ResourceName.CPU)
                ? q.roundUpToMilli()
                : q.isInteger() ? q : Quantity.of(q.value());
    return new FlavorQuota(
        quota.key(),
        amount.apply(quota.nominal()),
        quota.borrowingLimit().map(amount),
        quota.lendingLimit().map(amount),
        quota.path());
  }

  /**
   * Returns whether the cohorts above the ClusterQueue form a cycle. Kueue admits nothing there.
   */
  public boolean hasCycle(String clusterQueue) {
    Set<String> seen = new HashSet<>();
    String at = QUEUE + clusterQueue;
    while (!at.isEmpty()) {
      if (!seen.add(at)) {
        return true;
      }
      at = get(at).parent();
    }
    return false;
  }

  /** Returns the quota that the ClusterQueue can reserve now without preemption. */
  public Quantity available(String clusterQueue) {
    return atLeastZero(availableAt(QUEUE + clusterQueue));
  }

  /** Returns the most that the ClusterQueue could reserve if nothing else reserved anything. */
  public Quantity potentiallyAvailable(String clusterQueue) {
    return potentialAt(QUEUE + clusterQueue);
  }

  /** Returns the quota that the ClusterQueue lends to its cohort at most. */
  public Quantity lendable(String clusterQueue) {
    String id = QUEUE + clusterQueue;
    return get(id).parent().isEmpty() ? Quantity.ZERO : subtree(id).subtract(local(id));
  }

  /** Returns the part of the usage that is above the nominal quota. */
  public Quantity borrowed(String clusterQueue) {
    String id = QUEUE + clusterQueue;
    return atLeastZero(usage(id).subtract(nominal(get(id))));
  }

  private Quantity availableAt(String id) {
    String parent = get(id).parent();
    if (parent.isEmpty()) {
      return subtree(id).subtract(usage(id));
    }
    Quantity above = availableAt(parent);
    Optional<Quantity> limit = get(id).quota().flatMap(FlavorQuota::borrowingLimit);
    Quantity local = local(id);
    if (limit.isPresent()) {
      Quantity stored = subtree(id).subtract(local);
      Quantity used = atLeastZero(usage(id).subtract(local));
      above = min(stored.subtract(used).add(limit.get()), above);
    }
    return atLeastZero(local.subtract(usage(id))).add(above);
  }

  private Quantity potentialAt(String id) {
    String parent = get(id).parent();
    if (parent.isEmpty()) {
      return subtree(id);
    }
    Quantity all = local(id).add(potentialAt(parent));
    return get(id)
        .quota()
        .flatMap(FlavorQuota::borrowingLimit)
        .map(limit -> min(subtree(id).add(limit), all))
        .orElse(all);
  }

  /** Returns the quota that a node never lends to the cohort above. */
  private Quantity local(String id) {
    return get(id)
        .quota()
        .flatMap(FlavorQuota::lendingLimit)
        .map(limit -> atLeastZero(subtree(id).subtract(limit)))
        .orElse(Quantity.ZERO);
  }

  private Quantity subtree(String id) {
    Quantity sum = nominal(get(id));
    for (String child : children.getOrDefault(id, List.of())) {
      sum = sum.add(subtree(child).subtract(local(child)));
    }
    return sum;
  }

  private Quantity usage(String id) {
    Quantity sum = reserved.getOrDefault(id, Map.of()).getOrDefault(key, Quantity.ZERO);
    for (String child : children.getOrDefault(id, List.of())) {
      sum = sum.add(atLeastZero(usage(child).subtract(local(child))));
    }
    return sum;
  }

  private Node get(String id) {
    return nodes.getOrDefault(id, new Node("", Optional.empty()));
  }

  private static Quantity nominal(Node node) {
    return node.quota().map(FlavorQuota::nominal).orElse(Quantity.ZERO);
  }

  private static Quantity atLeastZero(Quantity amount) {
    return Quantity.max(Quantity.ZERO, amount);
  }

  private static Quantity min(Quantity a, Quantity b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
