package dev.plimsoll.model.tenancy;

import dev.plimsoll.model.object.LabelSelector;

/**
 * Nodes that are alike for those who share them.
 *
 * @param name the name, unique in the policy
 * @param nodeSelector which nodes, by their labels
 */
public record NodePool(String name, LabelSelector nodeSelector) {}
