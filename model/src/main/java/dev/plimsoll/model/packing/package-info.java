/**
 * Which of the nodes that fit a pod should have it, so that whole nodes stay free for the pods that
 * need them: {@link dev.plimsoll.model.packing.WholeNodes} unless another {@link
 * dev.plimsoll.model.packing.Packing} is asked for.
 */
@NullMarked
package dev.plimsoll.model.packing;

import org.jspecify.annotations.NullMarked;
