/**
 * Ranks the nodes that fit a pod so that whole nodes stay free for the pods that need them: {@link
 * dev.plimsoll.extender.scoring.WholeNodes}.
 */
@NullMarked
package dev.plimsoll.extender.scoring;

import org.jspecify.annotations.NullMarked;
