package dev.plimsoll.kubernetes.limits;

import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.LimitRangeItem;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.List;

/**
 * The defaults that the API server sets when it reads a LimitRange. For containers, a missing
 * default limit is the max. A missing default request is the default limit, or else the min. So a
 * {@code max} alone becomes request and limit of every container without its own.
 *
 * <p>Source: {@code SetDefaults_LimitRangeItem} in {@code pkg/apis/core/v1/defaults.go}.
 */
public final class LimitRangeDefaults {

  private LimitRangeDefaults() {}

  /** Returns the LimitRange as the API server reads it, with quantities rounded up to milli. */
  public static LimitRange apply(LimitRange limitRange) {
    List<LimitRangeItem> items = new ArrayList<>();
    for (LimitRangeItem item : limitRange.limits()) {
      items.add(rounded(item.type().equals(LimitRanger.CONTAINER) ? defaulted(item) : item));
    }
    return limitRange.withLimits(items);
  }

  private static LimitRangeItem defaulted(LimitRangeItem item) {
    Resources limits = item.defaultLimits().withDefaults(item.max());
    Resources requests = item.defaultRequests().withDefaults(limits).withDefaults(item.min());
    return item.replaceDefaults(limits, requests);
  }

  private static LimitRangeItem rounded(LimitRangeItem item) {
    return new LimitRangeItem(
        item.type(),
        item.max().roundUpToMilli(),
        item.min().roundUpToMilli(),
        item.defaultLimits().roundUpToMilli(),
        item.defaultRequests().roundUpToMilli(),
        item.maxLimitRequestRatio().roundUpToMilli());
  }
}
