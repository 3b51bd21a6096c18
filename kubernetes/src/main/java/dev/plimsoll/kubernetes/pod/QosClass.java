package dev.plimsoll.kubernetes.pod;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.List;

/**
 * How well a pod is served when its node runs short.
 *
 * <p>Only cpu and memory above 0 decide: a pod that requests nothing but GPUs is best effort.
 *
 * <p>Source: {@code pkg/apis/core/v1/helper/qos/qos.go}.
 */
public enum QosClass {
  /** Every container has limits for cpu and memory, and requests just as much. */
  GUARANTEED("Guaranteed"),
  /** Something in between. */
  BURSTABLE("Burstable"),
  /** Nothing is requested or limited. */
  BEST_EFFORT("BestEffort");

  private static final List<ResourceName> COMPUTE = List.of(ResourceName.CPU, ResourceName.MEMORY);

  private final String text;

  QosClass(String text) {
    this.text = text;
  }

  /** Returns the class that is stored with the pod, or what follows from its spec. */
  public static QosClass of(Pod pod) {
    String stored = pod.status().qosClass();
    for (QosClass qosClass : values()) {
      if (qosClass.text.equals(stored)) {
        return qosClass;
      }
    }
    return compute(pod.spec());
  }

  /** Returns the class that follows from a spec; where the pod has its own resources, from them. */
  public static QosClass compute(PodSpec spec) {
    List<ResourceRequirements> all = new ArrayList<>();
    if (spec.resources().isPresent()) {
      all.add(spec.resources().get());
    } else {
      for (Container container : spec.containers()) {
        all.add(container.resources());
      }
      for (Container container : spec.initContainers()) {
        all.add(container.resources());
      }
    }
    return compute(all);
  }

  private static QosClass compute(List<ResourceRequirements> all) {
    boolean nothing = true;
    boolean guaranteed = true;
    for (ResourceName name : COMPUTE) {
      Quantity requests = sum(all, name, RequestsOrLimits.REQUESTS);
      Quantity limits = sum(all, name, RequestsOrLimits.LIMITS);
      nothing &= requests.isZero() && limits.isZero();
      guaranteed &= requests.compareTo(limits) == 0;
      for (ResourceRequirements one : all) {
        guaranteed &= one.limits().getOrZero(name).signum() > 0;
      }
    }
    if (nothing) {
      return BEST_EFFORT;
    }
    return guaranteed ? GUARANTEED : BURSTABLE;
  }

  private static Quantity sum(
      List<ResourceRequirements> all, ResourceName name, RequestsOrLimits requestsOrLimits) {
    Quantity sum = Quantity.ZERO;
    for (ResourceRequirements one : all) {
      Quantity quantity = requestsOrLimits.of(one).getOrZero(name);
      if (quantity.signum() > 0) {
        sum = sum.add(quantity);
      }
    }
    return sum;
  }

  /** Returns the class as Kubernetes writes it. */
  @Override
  public String toString() {
    return text;
  }
}
