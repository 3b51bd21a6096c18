package dev.plimsoll.model.limits;

import dev.plimsoll.model.limits.LimitRangeViolation.Rule;
import dev.plimsoll.model.object.LimitRangeItem;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects what breaks the bounds of one LimitRange. */
final class LimitRangeConstraints {
  private final String limitRange;
  private final List<LimitRangeViolation> limitRangeViolations = new ArrayList<>();

  LimitRangeConstraints(String limitRange) {
    this.limitRange = limitRange;
  }

  /** Returns what was found so far. */
  List<LimitRangeViolation> violations() {
    return limitRangeViolations;
  }

  /** Checks a container, or, where its name is empty, the pod as a whole. */
  void check(LimitRangeItem item, String container, Resources requests, Resources limits) {
    for (ResourceName name : item.min().names()) {
      LimitRangeConstraint min =
          new LimitRangeConstraint(item.type(), name, item.min().getOrZero(name));
      add(container, Rule.MIN, min, min.min(requests, limits));
    }
    for (ResourceName name : item.max().names()) {
      LimitRangeConstraint max =
          new LimitRangeConstraint(item.type(), name, item.max().getOrZero(name));
      add(container, Rule.MAX, max, max.max(requests, limits));
    }
    for (ResourceName name : item.maxLimitRequestRatio().names()) {
      LimitRangeConstraint ratio =
          new LimitRangeConstraint(item.type(), name, item.maxLimitRequestRatio().getOrZero(name));
      add(
          container,
          Rule.MAX_LIMIT_REQUEST_RATIO,
          ratio,
          ratio.maxLimitRequestRatio(requests, limits));
    }
  }

  /** Checks a claim, which has requests only. */
  void checkClaim(LimitRangeItem item, Resources requests) {
    for (ResourceName name : item.min().names()) {
      LimitRangeConstraint min =
          new LimitRangeConstraint(item.type(), name, item.min().getOrZero(name));
      add("", Rule.MIN, min, min.min(requests, Resources.EMPTY));
    }
    for (ResourceName name : item.max().names()) {
      LimitRangeConstraint max =
          new LimitRangeConstraint(item.type(), name, item.max().getOrZero(name));
      add("", Rule.MAX, max, max.maxRequest(requests));
    }
  }

  private void add(
      String container,
      Rule rule,
      LimitRangeConstraint limitRangeConstraint,
      Optional<String> message) {
    if (message.isPresent()) {
      limitRangeViolations.add(
          new LimitRangeViolation(
              limitRange,
              limitRangeConstraint.type(),
              container,
              rule,
              limitRangeConstraint.name(),
              limitRangeConstraint.bound(),
              message.get()));
    }
  }
}
