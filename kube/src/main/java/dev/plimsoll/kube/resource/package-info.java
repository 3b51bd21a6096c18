/**
 * The resources in a snapshot of a cluster, from any source; the entry is {@link
 * dev.plimsoll.kube.resource.SnapshotResource}.
 */
@NullMarked
package dev.plimsoll.kube.resource;

import org.jspecify.annotations.NullMarked;
