/**
 * What is asked from outside of an installed way. {@link dev.plimsoll.stage.ask.Questions} says
 * what is asked of which.
 */
@NullMarked
package dev.plimsoll.stage.ask;

import org.jspecify.annotations.NullMarked;
