/** The {@code plimsoll} command: {@link dev.plimsoll.cli.Plimsoll}, and one class a subcommand. */
@NullMarked
package dev.plimsoll.cli;

import org.jspecify.annotations.NullMarked;
