package dev.plimsoll.kubernetes.limits;

import dev.plimsoll.kubernetes.limits.LimitRangeViolation.Rule;
import dev.plimsoll.kubernetes.object.LimitRangeItem;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.List;

/**
 * The constraints of one LimitRange, and which of them an object's requests and limits violate.
 *
 * <p>Source: {@code minConstraint}, {@code maxConstraint}, {@code maxRequestConstraint} and {@code
 * limitRequestRatioConstraint} in {@code plugin/pkg/admission/limitranger/admission.go}.
 */
final class LimitRangeConstraints {
  private static final String NO_REQUEST = ".  No request is specified";

  private final String limitRange;
  private final List<LimitRangeViolation> violations = new ArrayList<>();

  LimitRangeConstraints(String limitRange) {
    this.limitRange = limitRange;
  }

  /**
   * A request, a limit and a bound as whole numbers of the same unit: milli where all three fit,
   * else units, rounded up.
   *
   * <p>Source: {@code requestLimitEnforcedValues}.
   */
  private record Values(long request, long limit, long bound) {
    static Values of(Quantity request, Quantity limit, Quantity bound) {
      Values units = new Values(request.value(), limit.value(), bound.value());
      boolean precise =
          units.request <= Quantity.MAX_MILLI_VALUE
              && units.limit <= Quantity.MAX_MILLI_VALUE
              && units.bound <= Quantity.MAX_MILLI_VALUE;
      return precise
          ? new Values(request.milliValue(), limit.milliValue(), bound.milliValue())
          : units;
    }
  }

  /** Returns the violations found so far. */
  List<LimitRangeViolation> violations() {
    return List.copyOf(violations);
  }

  /** Checks a container, or, where its name is empty, the pod as a whole. */
  void check(LimitRangeItem item, String container, Resources requests, Resources limits) {
    item.min()
        .forEach(
            (name, bound) ->
                add(item, container, Rule.MIN, name, bound, min(name, bound, requests, limits)));
    item.max()
        .forEach(
            (name, bound) ->
                add(item, container, Rule.MAX, name, bound, max(name, bound, requests, limits)));
    item.maxLimitRequestRatio()
        .forEach(
            (name, bound) ->
                add(
                    item,
                    container,
                    Rule.MAX_LIMIT_REQUEST_RATIO,
                    name,
                    bound,
                    ratio(name, bound, requests, limits)));
  }

  /** Checks a claim, which has requests only. */
  void checkClaim(LimitRangeItem item, Resources requests) {
    item.min()
        .forEach(
            (name, bound) ->
                add(item, "", Rule.MIN, name, bound, min(name, bound, requests, Resources.EMPTY)));
    item.max()
        .forEach(
            (name, bound) ->
                add(item, "", Rule.MAX, name, bound, maxRequest(name, bound, requests)));
  }

  /** Adds a violation, unless the problem is empty. */
  private void add(
      LimitRangeItem item,
      String container,
      Rule rule,
      ResourceName name,
      Quantity bound,
      String problem) {
    if (!problem.isEmpty()) {
      String constraint =
          switch (rule) {
            case MIN -> "minimum " + name + " usage";
            case MAX -> "maximum " + name + " usage";
            case MAX_LIMIT_REQUEST_RATIO -> name + " max limit to request ratio";
          };
      violations.add(
          new LimitRangeViolation(
              limitRange,
              item.type(),
              container,
              rule,
              name,
              bound,
              constraint + " per " + item.type() + " is " + bound + problem));
    }
  }

  private static String min(
      ResourceName name, Quantity bound, Resources requests, Resources limits) {
    Quantity request = requests.getOrZero(name);
    Quantity limit = limits.getOrZero(name);
    Values values = Values.of(request, limit, bound);
    if (!requests.contains(name)) {
      return NO_REQUEST;
    }
    if (values.request < values.bound) {
      return ", but request is " + request;
    }
    return limits.contains(name) && values.limit < values.bound ? ", but limit is " + limit : "";
  }

  private static String max(
      ResourceName name, Quantity bound, Resources requests, Resources limits) {
    Quantity request = requests.getOrZero(name);
    Quantity limit = limits.getOrZero(name);
    Values values = Values.of(request, limit, bound);
    if (!limits.contains(name)) {
      return ".  No limit is specified";
    }
    if (values.limit > values.bound) {
      return ", but limit is " + limit;
    }
    return requests.contains(name) && values.request > values.bound
        ? ", but request is " + request
        : "";
  }

  /** Returns the violation of a request for something without limits; empty if it complies. */
  private static String maxRequest(ResourceName name, Quantity bound, Resources requests) {
    Quantity request = requests.getOrZero(name);
    Values values = Values.of(request, Quantity.ZERO, bound);
    if (!requests.contains(name)) {
      return NO_REQUEST;
    }
    return values.request > values.bound ? ", but request is " + request : "";
  }

  private static String ratio(
      ResourceName name, Quantity bound, Resources requests, Resources limits) {
    Values values = Values.of(requests.getOrZero(name), limits.getOrZero(name), bound);
    if (values.request == 0) {
      return ", but no request is specified or request is 0";
    }
    if (values.limit == 0) {
      return ", but no limit is specified or limit is 0";
    }
    LimitRequestRatio ratio = LimitRequestRatio.of(values.limit, values.request);
    boolean precise = bound.value() <= Quantity.MAX_MILLI_VALUE;
    boolean exceeded =
        precise
            ? ratio.value() * 1000 > (double) bound.milliValue()
            : ratio.value() > (double) bound.value();
    return exceeded ? ", but provided ratio is " + ratio : "";
  }
}
