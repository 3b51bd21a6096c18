package dev.plimsoll.kubernetes.placement.snapshot;

import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.object.Toleration;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Which taints a pod tolerates.
 *
 * <p>The API server takes the operators Lt and Gt only with an alpha feature. So a toleration that
 * has one shows that the feature is on. Source: {@code
 * staging/src/k8s.io/api/core/v1/toleration.go}.
 */
public final class Tolerations {
  /** The taint of cordoned nodes, which the node lifecycle controller sets and takes away. */
  public static final Taint UNSCHEDULABLE =
      new Taint("node.kubernetes.io/unschedulable", "", "NoSchedule");

  private static final Pattern INTEGER = Pattern.compile("0|-?[1-9][0-9]{0,18}");

  private Tolerations() {}

  /** Returns whether a toleration compares numbers. */
  public static boolean compare(List<Toleration> tolerations) {
    return tolerations.stream().anyMatch(t -> isLess(t) || isGreater(t));
  }

  private static boolean isLess(Toleration toleration) {
    return toleration.operator().equals("Lt");
  }

  private static boolean isGreater(Toleration toleration) {
    return toleration.operator().equals("Gt");
  }

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
      case "Lt", "Gt" -> compares(toleration, taint);
      default -> false;
    };
  }

  private static boolean compares(Toleration toleration, Taint taint) {
    OptionalLong than = number(toleration.value());
    OptionalLong value = number(taint.value());
    if (than.isEmpty() || value.isEmpty()) {
      return false;
    }
    int order = Long.compare(value.getAsLong(), than.getAsLong());
    return isLess(toleration) ? order < 0 : order > 0;
  }

  private static OptionalLong number(String text) {
    if (!INTEGER.matcher(text).matches()) {
      return OptionalLong.empty();
    }
    BigInteger number = new BigInteger(text);
    return number.bitLength() < Long.SIZE
        ? OptionalLong.of(number.longValueExact())
        : OptionalLong.empty();
  }
}
