/**
 * Where pods can be placed, by kube-scheduler's rules: {@link
 * dev.plimsoll.model.placement.Scheduler}, made by {@link
 * dev.plimsoll.model.placement.plugin.DefaultPlugins}, asks its plug-ins about a {@link
 * dev.plimsoll.model.placement.Snapshot} and answers with a {@link
 * dev.plimsoll.model.placement.Placement}.
 */
@NullMarked
package dev.plimsoll.model.placement;

import org.jspecify.annotations.NullMarked;
