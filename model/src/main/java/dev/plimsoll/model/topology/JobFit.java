package dev.plimsoll.model.topology;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many jobs fit in one domain at once. All pods of a job are alike and in the same domain.
 *
 * <ul>
 *   <li>By whole nodes: each pod takes all devices of its node, and the nodes of a job have one
 *       size. A job of N devices takes N/size nodes, rounded up. The jobs of the sizes add up.
 *   <li>By pods of k devices: a node takes usable/k pods, rounded down, and a job of N devices has
 *       N/k pods, rounded up. The jobs are the domain's pods by the pods of a job, rounded down.
 * </ul>
 *
 * <p>Both numbers are the most that any placement reaches, since pods that are alike can be in any
 * order.
 */
public final class JobFit {
  private JobFit() {}

  /**
   * A node's devices.
   *
   * @param total how many it has
   * @param usable how many of them pods can use now
   */
  public record NodeDevices(long total, long usable) {
    boolean isWhole() {
      return total > 0 && usable == total;
    }
  }

  /**
   * Returns how many jobs fit by whole nodes.
   *
   * @param devices how many devices a job requests; positive
   */
  public static long byWholeNodes(Collection<NodeDevices> nodes, long devices) {
    Map<Long, Long> whole = new TreeMap<>();
    nodes.stream().filter(NodeDevices::isWhole).forEach(n -> whole.merge(n.total(), 1L, Long::sum));
    return whole.entrySet().stream()
        .mapToLong(e -> e.getValue() / ceiling(devices, e.getKey()))
        .sum();
  }

  /**
   * Returns how many jobs fit by pods of some devices each.
   *
   * @param devices how many devices a job requests; positive
   * @param perPod how many devices a pod requests; positive
   */
  public static long byPods(Collection<NodeDevices> nodes, long devices, long perPod) {
    return nodes.stream().mapToLong(n -> n.usable() / perPod).sum() / ceiling(devices, perPod);
  }

  private static long ceiling(long amount, long by) {
    return (amount + by - 1) / by;
  }
}
