package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.limits.LimitRanger;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.LimitRangeItem;
import dev.plimsoll.kubernetes.quantity.QualifiedNames;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which LimitRanges the API server denies as invalid.
 *
 * <p>Amounts need not be whole or positive, only be in order.
 *
 * <p>Source: {@code ValidateLimitRange} in {@code pkg/apis/core/validation/validation.go}.
 */
public final class LimitRangeValidation {
  private static final Set<String> STANDARD_TYPES =
      Set.of(LimitRanger.POD, LimitRanger.CONTAINER, LimitRanger.PERSISTENT_VOLUME_CLAIM);

  private LimitRangeValidation() {}

  /** Returns the errors of a LimitRange, including its own defaults. */
  public static List<FieldError> validate(LimitRange limitRange) {
    List<FieldError> errors = new ArrayList<>();
    Set<String> types = new HashSet<>();
    for (int i = 0; i < limitRange.limits().size(); i++) {
      LimitRangeItem item = limitRange.limits().get(i);
      String path = "spec.limits[" + i + "]";
      addType(errors, item.type(), path + ".type");
      if (!types.add(item.type())) {
        errors.add(FieldError.duplicate(path + ".type", item.type()));
      }
      addItem(errors, item, path);
    }
    return errors;
  }

  private static void addType(List<FieldError> errors, String type, String field) {
    List<String> details = QualifiedNames.qualifiedName(type);
    for (String detail : details) {
      errors.add(FieldError.invalid(field, type, detail));
    }
    if (details.isEmpty() && type.indexOf('/') < 0 && !STANDARD_TYPES.contains(type)) {
      errors.add(
          FieldError.invalid(field, type, "must be a standard limit type or fully qualified"));
    }
  }

  private static void addItem(List<FieldError> errors, LimitRangeItem item, String path) {
    boolean ofPod = item.type().equals(LimitRanger.POD);
    Set<ResourceName> names = new TreeSet<>();
    addNames(errors, names, item, item.max(), path + ".max");
    addNames(errors, names, item, item.min(), path + ".min");
    if (ofPod) {
      addIfSet(errors, item.defaultLimits(), path + ".default");
      addIfSet(errors, item.defaultRequests(), path + ".defaultRequest");
    } else {
      addNames(errors, names, item, item.defaultLimits(), path + ".default");
      addNames(errors, names, item, item.defaultRequests(), path + ".defaultRequest");
    }
    if (item.type().equals(LimitRanger.PERSISTENT_VOLUME_CLAIM)
        && !item.min().contains(ResourceName.STORAGE)
        && !item.max().contains(ResourceName.STORAGE)) {
      errors.add(
          FieldError.required(
              path + ".limits",
              "either minimum or maximum storage value is required, but neither was provided"));
    }
    addNames(errors, names, item, item.maxLimitRequestRatio(), path + ".maxLimitRequestRatio");
    for (ResourceName name : names) {
      errors.addAll(
          new LimitRangeItemValidation(
                  name, ofPod ? item.replaceDefaults(Resources.EMPTY, Resources.EMPTY) : item, path)
              .validate());
    }
  }

  private static void addNames(
      List<FieldError> errors,
      Set<ResourceName> names,
      LimitRangeItem item,
      Resources resources,
      String path) {
    for (ResourceName name : resources.names()) {
      errors.addAll(
          ResourceNameValidation.ofLimitRange(item.type()).check(name, path + "[" + name + "]"));
      names.add(name);
    }
  }

  private static void addIfSet(List<FieldError> errors, Resources resources, String field) {
    if (!resources.isEmpty()) {
      errors.add(FieldError.forbidden(field, "may not be specified when `type` is 'Pod'"));
    }
  }
}
