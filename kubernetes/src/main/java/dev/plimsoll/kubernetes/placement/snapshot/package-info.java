/**
 * The nodes and their pods as kube-scheduler's cache has them, with indexes. The entry is {@link
 * dev.plimsoll.kubernetes.placement.snapshot.Snapshot}.
 */
@NullMarked
package dev.plimsoll.kubernetes.placement.snapshot;

import org.jspecify.annotations.NullMarked;
