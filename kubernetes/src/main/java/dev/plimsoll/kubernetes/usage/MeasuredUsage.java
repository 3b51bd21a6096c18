package dev.plimsoll.kubernetes.usage;

import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The measured usage of a cluster's devices. A pod that isn't in it was not measured; its devices
 * are not idle.
 *
 * @param rule when a pod is idle
 * @param pods the usage by namespace and pod
 */
public record MeasuredUsage(IdleRule rule, Map<PodName, DeviceUsage> pods) {

  /**
   * The name of a pod.
   *
   * @param namespace its namespace
   * @param name its name
   */
  public record PodName(String namespace, String name) {}

  public MeasuredUsage {
    pods = Map.copyOf(pods);
  }

  /** Returns the usage under a pod's name, if it was measured. */
  public Optional<DeviceUsage> of(String namespace, String name) {
    return Optional.ofNullable(pods.get(new PodName(namespace, name)));
  }

  /** Returns the usage of some pods. */
  public MeasuredUsage only(Predicate<PodName> kept) {
    return new MeasuredUsage(
        rule,
        pods.entrySet().stream()
            .filter(e -> kept.test(e.getKey()))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  /** Returns the same usage under another rule with the same threshold. */
  public MeasuredUsage withRule(IdleRule other) {
    return new MeasuredUsage(other, pods);
  }
}
