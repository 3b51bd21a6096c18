package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.Resources;

/**
 * Limits and defaults for objects of one type.
 *
 * @param type {@code Container}, {@code Pod}, {@code PersistentVolumeClaim}, or a qualified name
 *     such as {@code openshift.io/Image}
 * @param max the most
 * @param min the least
 * @param defaultLimits limits for containers that name none
 * @param defaultRequests requests for containers that name none
 * @param maxLimitRequestRatio by how much a limit may exceed its request
 */
public record LimitRangeItem(
    String type,
    Resources max,
    Resources min,
    Resources defaultLimits,
    Resources defaultRequests,
    Resources maxLimitRequestRatio) {

  /** Returns a copy with other defaults. */
  public LimitRangeItem replaceDefaults(Resources limits, Resources requests) {
    return new LimitRangeItem(type, max, min, limits, requests, maxLimitRequestRatio);
  }

  /** Returns a copy with other bounds. */
  public LimitRangeItem replaceBounds(Resources most, Resources least, Resources ratio) {
    return new LimitRangeItem(type, most, least, defaultLimits, defaultRequests, ratio);
  }
}
