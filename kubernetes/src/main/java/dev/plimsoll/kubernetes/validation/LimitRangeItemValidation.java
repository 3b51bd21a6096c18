package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.limits.LimitRequestRatio;
import dev.plimsoll.kubernetes.object.LimitRangeItem;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks whether an item of a LimitRange is consistent for one resource. Min, default request,
 * default limit and max must not decrease, and they must allow the ratio.
 *
 * <p>Source: {@code ValidateLimitRange} in {@code pkg/apis/core/validation/validation.go}.
 */
final class LimitRangeItemValidation {
  private final ResourceName name;
  private final String path;
  private final Optional<Quantity> min;
  private final Optional<Quantity> max;
  private final Optional<Quantity> limit;
  private final Optional<Quantity> request;
  private final Optional<Quantity> ratio;
  private final List<FieldError> errors = new ArrayList<>();

  LimitRangeItemValidation(ResourceName name, LimitRangeItem item, String path) {
    this.name = name;
    this.path = path;
    this.min = item.min().get(name);
    this.max = item.max().get(name);
    this.limit = item.defaultLimits().get(name);
    this.request = item.defaultRequests().get(name);
    this.ratio = item.maxLimitRequestRatio().get(name);
  }

  List<FieldError> validate() {
    inOrder("min", min, "min value", min, "max value", max);
    inOrder("defaultRequest", request, "min value", min, "default request value", request);
    inOrder("defaultRequest", request, "default request value", request, "max value", max);
    inOrder(
        "defaultRequest", request, "default request value", request, "default limit value", limit);
    inOrder("default", min, "min value", min, "default value", limit);
    inOrder("default", max, "default value", limit, "max value", max);
    if (ratio.isPresent()) {
      checkRatio(ratio.get());
    }
    if (!name.isOvercommitAllowed()
        && limit.isPresent()
        && request.isPresent()
        && limit.get().compareTo(request.get()) != 0) {
      add(
          "defaultRequest",
          request.get(),
          "default value %s must equal to defaultRequest value %s in %s"
              .formatted(limit.get(), request.get(), name));
    }
    return errors;
  }

  private void inOrder(
      String field,
      Optional<Quantity> shown,
      String lowName,
      Optional<Quantity> low,
      String highName,
      Optional<Quantity> high) {
    if (low.isPresent() && high.isPresent() && low.get().compareTo(high.get()) > 0) {
      add(
          field,
          shown.orElseThrow(),
          lowName + " " + low.get() + " is greater than " + highName + " " + high.get());
    }
  }

  private void checkRatio(Quantity most) {
    if (most.compareTo(Quantity.of(1)) < 0) {
      add("maxLimitRequestRatio", most, "ratio " + most + " is less than 1");
    }
    if (min.isEmpty() || max.isEmpty()) {
      return;
    }
    boolean precise = isSmall(most) && isSmall(min.get()) && isSmall(max.get());
    double mostValue = precise ? most.milliValue() / 1000.0 : most.value();
    LimitRequestRatio widest =
        precise
            ? LimitRequestRatio.of(max.get().milliValue(), min.get().milliValue())
            : LimitRequestRatio.of(max.get().value(), min.get().value());
    if (mostValue > widest.value()) {
      add("maxLimitRequestRatio", most, "ratio " + most + " is greater than max/min = " + widest);
    }
  }

  private static boolean isSmall(Quantity quantity) {
    return quantity.value() < Quantity.MAX_MILLI_VALUE;
  }

  private void add(String field, Quantity value, String detail) {
    errors.add(FieldError.invalid(path + "." + field + "[" + name + "]", value.toString(), detail));
  }
}
