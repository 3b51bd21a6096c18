/**
 * Compares a running control plane with the model: drawn sequences of requests in a namespace of
 * their own. {@link dev.plimsoll.kube.conform.ConformRun} is the entry.
 */
@NullMarked
package dev.plimsoll.kube.conform;

import org.jspecify.annotations.NullMarked;
