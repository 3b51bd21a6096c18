/**
 * The configuration of a console that runs by itself: {@link
 * dev.plimsoll.console.config.ConsoleServiceConfiguration}.
 */
@NullMarked
package dev.plimsoll.console.config;

import org.jspecify.annotations.NullMarked;
