/**
 * Ranks the nodes that fit a pod. Whole nodes stay free for large pods: {@link
 * dev.plimsoll.extender.scoring.WholeNodes}.
 */
@NullMarked
package dev.plimsoll.extender.scoring;

import org.jspecify.annotations.NullMarked;
