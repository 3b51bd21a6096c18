/** The web page and what its views show: {@link dev.plimsoll.console.ConsoleRoutes}. */
@NullMarked
package dev.plimsoll.console;

import org.jspecify.annotations.NullMarked;
