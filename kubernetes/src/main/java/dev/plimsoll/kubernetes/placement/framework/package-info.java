/**
 * kube-scheduler's framework: {@link dev.plimsoll.kubernetes.placement.framework.Scheduler} runs
 * its plug-ins on a {@link dev.plimsoll.kubernetes.placement.snapshot.Snapshot} and returns a
 * {@link dev.plimsoll.kubernetes.placement.framework.ScheduleResult}.
 */
@NullMarked
package dev.plimsoll.kubernetes.placement.framework;

import org.jspecify.annotations.NullMarked;
