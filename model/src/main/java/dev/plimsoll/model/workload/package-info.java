/**
 * Finds the workloads of a cluster. {@link dev.plimsoll.model.workload.Workloads} finds the object
 * to which each pod belongs, and each object's existing and failed pods.
 */
@NullMarked
package dev.plimsoll.model.workload;

import org.jspecify.annotations.NullMarked;
