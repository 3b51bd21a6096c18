package dev.plimsoll.kubernetes.placement.snapshot;

import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.object.Toleration;
import java.util.List;
import java.util.Optional;

/**
 * Which taints a pod tolerates.
 *
 * <p>Source: {@code staging/src/k8s.io/api/core/v1/toleration.go}; the comparison operators Lt and
 * Gt are an alpha feature that is off, so they tolerate nothing.
 */
public final class Tolerations {
  /** The taint of cordoned nodes, which the node lifecycle controller sets and takes away. */
  public static final Taint UNSCHEDULABLE =
      new Taint("node.kubernetes.io/unschedulable", "", "NoSchedule");

  private Tolerations() {}

  /** Returns whether any toleration tolerates the taint. */
  public static boolean tolerates(List<Toleration> tolerations, Taint taint) {
    for (Toleration toleration : tolerations) {
      if (tolerates(toleration, taint)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether no NoSchedule or NoExecute taint is left untolerated. */
  public static boolean tolerateScheduling(List<Toleration> tolerations, List<Taint> taints) {
    return firstUntolerated(tolerations, taints).isEmpty();
  }

  /** Returns the first NoSchedule or NoExecute taint that is left untolerated. */
  public static Optional<Taint> firstUntolerated(List<Toleration> tolerations, List<Taint> taints) {
    for (Taint taint : taints) {
      if (preventsScheduling(taint) && !tolerates(tolerations, taint)) {
        return Optional.of(taint);
      }
    }
    return Optional.empty();
  }

  /** Returns whether a pod with the tolerations is placed on cordoned nodes, too. */
  public static boolean tolerateUnschedulable(List<Toleration> tolerations) {
    return tolerates(tolerations, UNSCHEDULABLE);
  }

  /** Returns whether the taint's effect keeps new pods away: NoSchedule or NoExecute. */
  public static boolean preventsScheduling(Taint taint) {
    return taint.effect().equals("NoSchedule") || taint.effect().equals("NoExecute");
  }

  private static boolean tolerates(Toleration toleration, Taint taint) {
    if (!toleration.effect().isEmpty() && !toleration.effect().equals(taint.effect())) {
      return false;
    }
    if (!toleration.key().isEmpty() && !toleration.key().equals(taint.key())) {
      return false;
    }
    return switch (toleration.operator()) {
      case "", "Equal" -> toleration.value().equals(taint.value());
      case "Exists" -> true;
      default -> false;
    };
  }
}
