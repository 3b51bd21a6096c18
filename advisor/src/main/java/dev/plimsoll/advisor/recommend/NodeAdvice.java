package dev.plimsoll.advisor.recommend;

import dev.plimsoll.model.tenancy.NodeProposal;

/**
 * Nodes that would end a shortage, and what they would do beside the recommended quotas.
 *
 * @param proposal how many of which kind
 * @param placeable how many pods more would get a node, of those that wait and those that are
 *     missing
 */
public record NodeAdvice(NodeProposal proposal, int placeable) {}
