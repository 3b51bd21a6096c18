/**
 * How long pods run. {@link dev.plimsoll.model.lifetime.PodRun} is one run of a pod. {@link
 * dev.plimsoll.model.lifetime.LifetimeHistory} keeps runs and never changes; {@link
 * dev.plimsoll.model.lifetime.Lifetimes} makes survival curves of a history at an instant.
 */
@NullMarked
package dev.plimsoll.model.lifetime;

import org.jspecify.annotations.NullMarked;
