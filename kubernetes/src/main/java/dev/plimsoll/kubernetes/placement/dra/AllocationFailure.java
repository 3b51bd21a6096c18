package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.placement.framework.RejectionDetail;

/**
 * Something is wrong with a claim, a class or a device, so that kube-scheduler gives the pod up.
 *
 * @param request which request of which claim; empty where the message says so
 * @param message what is wrong, in kube-scheduler's words
 */
public record AllocationFailure(String request, String message) implements RejectionDetail {}
