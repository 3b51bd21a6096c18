/**
 * Writes the answer about a set of manifests, for people, pipelines and forges.
 *
 * <p>Start at {@link dev.plimsoll.kube.check.CheckReport}; each form is a {@link
 * dev.plimsoll.kube.check.CheckFormat}.
 */
@NullMarked
package dev.plimsoll.kube.check;

import org.jspecify.annotations.NullMarked;
