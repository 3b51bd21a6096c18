/**
 * Which of the nodes that fit a pod should have it, so that whole nodes stay free for the pods that
 * need them: {@link dev.plimsoll.extender.scoring.WholeNodes} unless another {@link
 * dev.plimsoll.extender.scoring.BinPacking} is asked for.
 */
@NullMarked
package dev.plimsoll.extender.scoring;

import org.jspecify.annotations.NullMarked;
