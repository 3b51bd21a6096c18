/**
 * kube-scheduler's plug-ins, one class each under Kubernetes' own name. {@link
 * dev.plimsoll.model.placement.plugin.DefaultPlugins} puts them together.
 */
@NullMarked
package dev.plimsoll.model.placement.plugin;

import org.jspecify.annotations.NullMarked;
