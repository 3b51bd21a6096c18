/** The {@code plimsoll} command; {@link dev.plimsoll.cli.Plimsoll} is where it starts. */
@NullMarked
package dev.plimsoll.cli;

import org.jspecify.annotations.NullMarked;
