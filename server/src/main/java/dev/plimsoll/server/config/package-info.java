/**
 * The part of the service's configuration file that every listening part shares: {@link
 * dev.plimsoll.server.config.ServerConfiguration}.
 */
@NullMarked
package dev.plimsoll.server.config;

import org.jspecify.annotations.NullMarked;
