package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which amounts a resource may have.
 *
 * <p>Source: {@code ValidateResourceQuantityValue} and {@code
 * validateResourceQuantityHugePageValue} in {@code pkg/apis/core/validation/validation.go}.
 */
final class ResourceQuantityValidation {

  private ResourceQuantityValidation() {}

  static List<FieldError> check(ResourceName name, Quantity quantity, String field) {
    List<FieldError> errors = new ArrayList<>();
    if (quantity.signum() < 0) {
      errors.add(
          FieldError.invalid(field, quantity.toString(), "must be greater than or equal to 0"));
    }
    if (name.isInteger() && quantity.milliValue() % 1000 != 0) {
      errors.add(FieldError.invalid(field, quantity.toString(), "must be an integer"));
    }
    return errors;
  }

  /** Checks that an amount of huge pages is a whole number of such pages. */
  static Optional<FieldError> checkHugePages(ResourceName name, Quantity quantity, String field) {
    if (!name.isHugePage() || isWholePages(name, quantity)) {
      return Optional.empty();
    }
    return Optional.of(
        FieldError.invalid(
            field, quantity.toString(), quantity + " is not positive integer multiple of " + name));
  }

  private static boolean isWholePages(ResourceName name, Quantity quantity) {
    Quantity page;
    try {
      page = Quantity.parse(name.toString().substring("hugepages-".length()));
    } catch (IllegalArgumentException e) {
      return false;
    }
    return page.signum() > 0
        && page.milliValue() % 1000 == 0
        && page.value() != 0
        && quantity.value() % page.value() == 0;
  }
}
