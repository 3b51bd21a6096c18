package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The pods of several devices that wait for a node, those first that have waited longest, and when
 * a node is due to each. For one thread at a time.
 */
final class LargePods {
  private final Map<String, Waiting> byUid = new LinkedHashMap<>();
  private final Duration after;

  /**
   * A pod that waits.
   *
   * @param size how many devices of a kind it requests at most
   * @param due when a node is due to it, in nanoseconds of a ticker
   */
  record Waiting(Pod pod, Quantity size, long due) {
    String uid() {
      return AssumedPod.uid(pod);
    }
  }

  /**
   * Makes one without pods.
   *
   * @param after how long a pod waits until a node is due to it
   */
  LargePods(Duration after) {
    this.after = after;
  }

  /** Returns the devices that a pod requests. */
  static Resources devices(Pod pod) {
    return Decisions.requests(pod).mask(ResourceName::isExtended).removeZeros();
  }

  /** Returns how many devices of a kind the pod requests at most. */
  private static Quantity size(Pod pod) {
    Resources devices = devices(pod);
    return devices.names().stream().map(devices::getOrZero).reduce(Quantity.ZERO, Quantity::max);
  }

  /** Takes a pod in that waits, as it is now. */
  void put(Pod pod, long now) {
    Quantity size = size(pod);
    if (size.compareTo(Quantity.of(1)) > 0) {
      long due = waiting(pod).map(Waiting::due).orElse(now + after.toNanos());
      byUid.put(AssumedPod.uid(pod), new Waiting(pod, size, due));
    }
  }

  void remove(Pod pod) {
    byUid.remove(AssumedPod.uid(pod));
  }

  private Optional<Waiting> waiting(Pod pod) {
    return Optional.ofNullable(byUid.get(AssumedPod.uid(pod)));
  }

  boolean contains(Pod pod) {
    return waiting(pod).isPresent();
  }

  boolean isEmpty() {
    return byUid.isEmpty();
  }

  /** Puts off when a node is due to the pod. */
  void defer(Pod pod, long due) {
    waiting(pod).ifPresent(w -> byUid.put(w.uid(), new Waiting(w.pod(), w.size(), due)));
  }

  boolean isDue(Pod pod, long now) {
    return waiting(pod).filter(w -> w.due() - now <= 0).isPresent();
  }

  /** Returns the pods to which a node is due. */
  List<Waiting> due(long now) {
    return byUid.values().stream().filter(w -> w.due() - now <= 0).toList();
  }
}
