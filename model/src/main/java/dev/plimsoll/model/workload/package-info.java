/**
 * What creates pods: {@link dev.plimsoll.model.workload.Workloads} finds for each pod the object it
 * belongs to, and for each such object the pods it has and those it can't create.
 */
@NullMarked
package dev.plimsoll.model.workload;

import org.jspecify.annotations.NullMarked;
