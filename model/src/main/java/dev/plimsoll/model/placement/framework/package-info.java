/**
 * kube-scheduler's framework: {@link dev.plimsoll.model.placement.framework.Scheduler} asks its
 * plug-ins about a {@link dev.plimsoll.model.placement.snapshot.Snapshot} and answers with a {@link
 * dev.plimsoll.model.placement.framework.ScheduleResult}.
 */
@NullMarked
package dev.plimsoll.model.placement.framework;

import org.jspecify.annotations.NullMarked;
