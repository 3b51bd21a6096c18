/**
 * From files to a snapshot of a cluster, in whatever form kubectl or oc wrote them; the entry is
 * {@link dev.plimsoll.kube.file.SnapshotReader}.
 */
@NullMarked
package dev.plimsoll.kube.file;

import org.jspecify.annotations.NullMarked;
