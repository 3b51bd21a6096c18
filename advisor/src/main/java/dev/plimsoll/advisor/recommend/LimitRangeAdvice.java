package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Optional;

/**
 * A default of a limit range that pods are charged without requesting it.
 *
 * @param limitRange the limit range as it should be
 * @param resource the resource
 * @param now what it gives
 * @param better what it should give, absent for nothing
 * @param why who gets it now, and what to do
 */
public record LimitRangeAdvice(
    LimitRange limitRange,
    ResourceName resource,
    Quantity now,
    Optional<Quantity> better,
    String why) {}
