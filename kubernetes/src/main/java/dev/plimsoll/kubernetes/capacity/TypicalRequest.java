package dev.plimsoll.kubernetes.capacity;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The CPU and memory that pods typically request per unit of an extended resource. Both are medians
 * over the pods that request the resource. Units are stranded if their node has less CPU or memory
 * left.
 *
 * @param resource the resource
 * @param perUnit the CPU and memory beside one unit
 * @param pods over how many pods
 */
public record TypicalRequest(ResourceName resource, Resources perUnit, int pods) {
  private static final List<ResourceName> COMPUTE = List.of(ResourceName.CPU, ResourceName.MEMORY);
  private static final int MILLI = 3;

  /** Returns the typical request of each extended resource that pods request. */
  public static Map<ResourceName, TypicalRequest> of(Cluster cluster) {
    Map<ResourceName, List<Resources>> requests = new HashMap<>();
    for (Pod pod : cluster.list(Pod.class)) {
      if (!pod.isTerminal()) {
        Resources all = NodeCapacity.requests(pod);
        for (ResourceName name : all.names()) {
          if (name.isExtended() && all.getOrZero(name).signum() > 0) {
            requests.computeIfAbsent(name, n -> new ArrayList<>()).add(all);
          }
        }
      }
    }
    Map<ResourceName, TypicalRequest> typical = new HashMap<>();
    requests.forEach((name, all) -> typical.put(name, of(name, all)));
    return typical;
  }

  /** Returns the empty request of a resource that no pod requests. */
  public static TypicalRequest none(ResourceName resource) {
    return new TypicalRequest(resource, Resources.EMPTY, 0);
  }

  private static TypicalRequest of(ResourceName resource, List<Resources> requests) {
    Resources.Builder perUnit = Resources.builder();
    for (ResourceName name : COMPUTE) {
      Quantity median = median(resource, name, requests);
      if (median.signum() > 0) {
        perUnit.put(name, median);
      }
    }
    return new TypicalRequest(resource, perUnit.build(), requests.size());
  }

  /** Returns the median, of CPU in whole thousandths and else in whole units. */
  private static Quantity median(ResourceName resource, ResourceName name, List<Resources> all) {
    List<BigDecimal> each =
        all.stream()
            .map(
                r ->
                    r.getOrZero(name)
                        .toBigDecimal()
                        .divide(
                            r.getOrZero(resource).toBigDecimal(),
                            name.equals(ResourceName.CPU) ? MILLI : 0,
                            RoundingMode.CEILING))
            .sorted()
            .toList();
    BigDecimal median = each.get((each.size() - 1) / 2);
    return name.equals(ResourceName.CPU)
        ? Quantity.parse(median.movePointRight(MILLI).toBigInteger() + "m")
        : Quantity.of(median.longValue(), Quantity.Format.BINARY_SI);
  }

  /**
   * Returns how many of a node's free units can be used, given what the node has free.
   *
   * @param typical what is typical of the resource; where no pod requests it, only pod slots count
   */
  public static Quantity usable(
      Optional<TypicalRequest> typical, ResourceName resource, Resources free) {
    Quantity units = free.getOrZero(resource);
    if (free.contains(ResourceName.PODS) && free.getOrZero(ResourceName.PODS).signum() <= 0) {
      return Quantity.ZERO;
    }
    long most = units.value();
    for (ResourceName name : typical.map(t -> t.perUnit().names()).orElseGet(List::of)) {
      BigDecimal each = typical.orElseThrow().perUnit().getOrZero(name).toBigDecimal();
      BigDecimal left = free.getOrZero(name).toBigDecimal().max(BigDecimal.ZERO);
      most = Math.min(most, left.divide(each, 0, RoundingMode.FLOOR).longValue());
    }
    return most == units.value() ? units : Quantity.of(most);
  }

  /**
   * Returns the request in words, such as {@code 6 cpu and 32Gi memory for each nvidia.com/gpu}.
   */
  public String describe() {
    List<String> words = new ArrayList<>();
    perUnit.forEach((name, amount) -> words.add(amount + " " + name));
    return String.join(" and ", words)
        + " for each "
        + resource
        + ", the median of "
        + Counted.of(pods, "pod");
  }
}
