package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.object.LabelSelector;

/**
 * A group of nodes that tenants treat as alike.
 *
 * @param name the name, unique in the policy
 * @param nodeSelector which nodes, by their labels
 */
public record NodePool(String name, LabelSelector nodeSelector) {}
