/**
 * Finds the workloads of a cluster. {@link dev.plimsoll.kubernetes.workload.Workloads} finds the
 * object to which each pod belongs, and each object's existing and failed pods.
 */
@NullMarked
package dev.plimsoll.kubernetes.workload;

import org.jspecify.annotations.NullMarked;
