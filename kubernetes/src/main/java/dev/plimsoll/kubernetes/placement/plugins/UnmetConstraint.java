package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.placement.framework.RejectionDetail;

/**
 * The constraint of a pod that a node does not meet.
 *
 * @param text the constraint, as part of a sentence
 */
public record UnmetConstraint(String text) implements RejectionDetail {}
