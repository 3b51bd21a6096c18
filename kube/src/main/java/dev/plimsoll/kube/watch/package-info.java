/**
 * A snapshot of a running cluster that is kept current; the entry is {@link
 * dev.plimsoll.kube.watch.ClusterInformers}. {@code docs/decisions/006-list-and-watch.md} says why
 * lists and watches are a loop of our own.
 */
@NullMarked
package dev.plimsoll.kube.watch;

import org.jspecify.annotations.NullMarked;
