/**
 * What a snapshot of a cluster is made of, wherever it is read from; the entry is {@link
 * dev.plimsoll.kube.resource.SnapshotResource}.
 */
@NullMarked
package dev.plimsoll.kube.resource;

import org.jspecify.annotations.NullMarked;
