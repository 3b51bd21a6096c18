package dev.plimsoll.model.hours;

import dev.plimsoll.kubernetes.quantity.ResourceName;

/**
 * Free units on a node that are reserved or wanted.
 *
 * @param node the node's name
 * @param resource the resource as pods request it
 * @param user the state of the units, and for whom
 * @param units how many; where fewer are free, all of these
 */
public record TakenUnits(String node, ResourceName resource, DeviceUser user, long units) {}
