/**
 * kube-scheduler's framework: {@link dev.plimsoll.model.placement.framework.Scheduler} runs its
 * plug-ins on a {@link dev.plimsoll.model.placement.snapshot.Snapshot} and returns a {@link
 * dev.plimsoll.model.placement.framework.ScheduleResult}.
 */
@NullMarked
package dev.plimsoll.model.placement.framework;

import org.jspecify.annotations.NullMarked;
