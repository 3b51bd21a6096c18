/** A kubelet for the stage. {@link dev.plimsoll.stage.node.Kubelet} is where to enter. */
@NullMarked
package dev.plimsoll.stage.node;

import org.jspecify.annotations.NullMarked;
