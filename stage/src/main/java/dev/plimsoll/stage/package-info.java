/**
 * The stage: a real control plane on which what is shipped is installed as it is. {@link
 * dev.plimsoll.stage.StageCommand} is where to enter.
 */
@NullMarked
package dev.plimsoll.stage;

import org.jspecify.annotations.NullMarked;
