/**
 * kube-scheduler's plug-ins, one class each under Kubernetes' own name. {@link
 * dev.plimsoll.model.placement.plugins.DefaultPlugins} puts them together.
 */
@NullMarked
package dev.plimsoll.model.placement.plugins;

import org.jspecify.annotations.NullMarked;
