package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;

/**
 * A tenant's share of a resource, with its bounds and usage.
 *
 * @param tenant the tenant's name
 * @param resource the resource as nodes call it
 * @param guarantee what it gets at least
 * @param ceiling what it gets at most, all there is if nothing less was agreed
 * @param share what it gets of the present capacity
 * @param used what its pods on nodes hold
 * @param wanted that, with what its pending and missing pods request
 */
public record Share(
    String tenant,
    ResourceName resource,
    Quantity guarantee,
    Quantity ceiling,
    Quantity share,
    Quantity used,
    Quantity wanted) {}
