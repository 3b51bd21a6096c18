/** How the service's configuration file is read. */
@NullMarked
package dev.plimsoll.server.config;

import org.jspecify.annotations.NullMarked;
