/**
 * Reads cluster snapshots from files in any form that kubectl or oc writes; the entry is {@link
 * dev.plimsoll.kube.file.SnapshotReader}.
 */
@NullMarked
package dev.plimsoll.kube.file;

import org.jspecify.annotations.NullMarked;
