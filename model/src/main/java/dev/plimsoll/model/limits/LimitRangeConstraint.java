package dev.plimsoll.model.limits;

import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.util.Optional;

/**
 * One bound on one resource, and what Kubernetes says to who breaks it.
 *
 * <p>Source: {@code minConstraint}, {@code maxConstraint}, {@code maxRequestConstraint} and {@code
 * limitRequestRatioConstraint} in {@code plugin/pkg/admission/limitranger/admission.go}.
 *
 * @param type the type of the item that sets the bound
 * @param name the resource
 * @param bound the bound
 */
record LimitRangeConstraint(String type, ResourceName name, Quantity bound) {

  /** Returns what is wrong under a least amount. */
  Optional<String> min(Resources requests, Resources limits) {
    String rule = "minimum " + name + " usage per " + type + " is " + bound;
    Quantity request = requests.getOrZero(name);
    Quantity limit = limits.getOrZero(name);
    ConstraintValues constraintValues = ConstraintValues.of(request, limit, bound);
    if (!requests.contains(name)) {
      return Optional.of(rule + ".  No request is specified");
    }
    if (constraintValues.request() < constraintValues.bound()) {
      return Optional.of(rule + ", but request is " + request);
    }
    if (limits.contains(name) && constraintValues.limit() < constraintValues.bound()) {
      return Optional.of(rule + ", but limit is " + limit);
    }
    return Optional.empty();
  }

  /** Returns what is wrong under a greatest amount. */
  Optional<String> max(Resources requests, Resources limits) {
    String rule = "maximum " + name + " usage per " + type + " is " + bound;
    Quantity request = requests.getOrZero(name);
    Quantity limit = limits.getOrZero(name);
    ConstraintValues constraintValues = ConstraintValues.of(request, limit, bound);
    if (!limits.contains(name)) {
      return Optional.of(rule + ".  No limit is specified");
    }
    if (constraintValues.limit() > constraintValues.bound()) {
      return Optional.of(rule + ", but limit is " + limit);
    }
    if (requests.contains(name) && constraintValues.request() > constraintValues.bound()) {
      return Optional.of(rule + ", but request is " + request);
    }
    return Optional.empty();
  }

  /** Returns what is wrong under a greatest amount of something that has no limits. */
  Optional<String> maxRequest(Resources requests) {
    String rule = "maximum " + name + " usage per " + type + " is " + bound;
    Quantity request = requests.getOrZero(name);
    ConstraintValues constraintValues = ConstraintValues.of(request, Quantity.ZERO, bound);
    if (!requests.contains(name)) {
      return Optional.of(rule + ".  No request is specified");
    }
    if (constraintValues.request() > constraintValues.bound()) {
      return Optional.of(rule + ", but request is " + request);
    }
    return Optional.empty();
  }

  /** Returns what is wrong under a greatest ratio of limit to request. */
  Optional<String> maxLimitRequestRatio(Resources requests, Resources limits) {
    String rule = name + " max limit to request ratio per " + type + " is " + bound;
    ConstraintValues constraintValues =
        ConstraintValues.of(requests.getOrZero(name), limits.getOrZero(name), bound);
    if (constraintValues.request() == 0) {
      return Optional.of(rule + ", but no request is specified or request is 0");
    }
    if (constraintValues.limit() == 0) {
      return Optional.of(rule + ", but no limit is specified or limit is 0");
    }
    LimitRequestRatio limitRequestRatio =
        LimitRequestRatio.of(constraintValues.limit(), constraintValues.request());
    boolean precise = bound.value() <= Quantity.MAX_MILLI_VALUE;
    boolean exceeded =
        precise
            ? limitRequestRatio.value() * 1000 > (double) bound.milliValue()
            : limitRequestRatio.value() > (double) bound.value();
    return exceeded
        ? Optional.of(rule + ", but provided ratio is " + limitRequestRatio)
        : Optional.empty();
  }
}
