/**
 * kube-scheduler's plug-ins, one class each under Kubernetes' own name. {@link
 * dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins} is the default profile.
 */
@NullMarked
package dev.plimsoll.kubernetes.placement.plugins;

import org.jspecify.annotations.NullMarked;
