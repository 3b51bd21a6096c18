/**
 * The questions that are asked of an installed way from outside. {@link
 * dev.plimsoll.stage.ask.Questions} chooses them.
 */
@NullMarked
package dev.plimsoll.stage.ask;

import org.jspecify.annotations.NullMarked;
