package dev.plimsoll.model.limits;

import dev.plimsoll.model.quantity.Quantity;

/**
 * A request, a limit and a bound as whole numbers of the same unit: milli where all three have room
 * for that, else units, rounded up.
 *
 * <p>Source: {@code requestLimitEnforcedValues} in {@code
 * plugin/pkg/admission/limitranger/admission.go}.
 *
 * @param request the request, 0 for none
 * @param limit the limit, 0 for none
 * @param bound the bound
 */
record ConstraintValues(long request, long limit, long bound) {
  static ConstraintValues of(Quantity request, Quantity limit, Quantity bound) {
    ConstraintValues units = new ConstraintValues(request.value(), limit.value(), bound.value());
    boolean precise =
        units.request <= Quantity.MAX_MILLI_VALUE
            && units.limit <= Quantity.MAX_MILLI_VALUE
            && units.bound <= Quantity.MAX_MILLI_VALUE;
    return precise
        ? new ConstraintValues(request.milliValue(), limit.milliValue(), bound.milliValue())
        : units;
  }
}
