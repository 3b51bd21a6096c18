package dev.plimsoll.model.balance;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Optional;

/**
 * The capacity of all nodes for a resource, and the limits and demand of all namespaces.
 *
 * @param allocatable what nodes have for pods
 * @param placed what pods on them request
 * @param withheld what is free on nodes that take no pods
 * @param free what is free on nodes that do
 * @param limits the sum of the namespaces' limits; empty without any
 * @param demand the sum of the namespaces' demand
 */
public record ResourceBalance(
    ResourceName resource,
    Quantity allocatable,
    Quantity placed,
    Quantity withheld,
    Quantity free,
    Optional<Quantity> limits,
    Quantity demand) {}
