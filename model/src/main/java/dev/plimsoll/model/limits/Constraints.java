package dev.plimsoll.model.limits;

import dev.plimsoll.model.limits.Violation.Rule;
import dev.plimsoll.model.object.LimitRangeItem;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects what breaks the bounds of one LimitRange. */
final class Constraints {
  private final String limitRange;
  private final List<Violation> violations = new ArrayList<>();

  Constraints(String limitRange) {
    this.limitRange = limitRange;
  }

  /** Returns what was found so far. */
  List<Violation> violations() {
    return violations;
  }

  /** Checks a container, or, where its name is empty, the pod as a whole. */
  void check(LimitRangeItem item, String container, Resources requests, Resources limits) {
    for (ResourceName name : item.min().names()) {
      Constraint min = new Constraint(item.type(), name, item.min().getOrZero(name));
      add(container, Rule.MIN, min, min.min(requests, limits));
    }
    for (ResourceName name : item.max().names()) {
      Constraint max = new Constraint(item.type(), name, item.max().getOrZero(name));
      add(container, Rule.MAX, max, max.max(requests, limits));
    }
    for (ResourceName name : item.maxLimitRequestRatio().names()) {
      Constraint ratio =
          new Constraint(item.type(), name, item.maxLimitRequestRatio().getOrZero(name));
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
      Constraint min = new Constraint(item.type(), name, item.min().getOrZero(name));
      add("", Rule.MIN, min, min.min(requests, Resources.EMPTY));
    }
    for (ResourceName name : item.max().names()) {
      Constraint max = new Constraint(item.type(), name, item.max().getOrZero(name));
      add("", Rule.MAX, max, max.maxRequest(requests));
    }
  }

  private void add(String container, Rule rule, Constraint constraint, Optional<String> message) {
    if (message.isPresent()) {
      violations.add(
          new Violation(
              limitRange,
              constraint.type(),
              container,
              rule,
              constraint.name(),
              constraint.bound(),
              message.get()));
    }
  }
}
