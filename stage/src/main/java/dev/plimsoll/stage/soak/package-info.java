/** Load and faults for hours. {@link dev.plimsoll.stage.soak.Soak} is where to enter. */
@NullMarked
package dev.plimsoll.stage.soak;

import org.jspecify.annotations.NullMarked;
