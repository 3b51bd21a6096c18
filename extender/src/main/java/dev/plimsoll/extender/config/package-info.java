/**
 * The service's configuration file; the entry is {@link
 * dev.plimsoll.extender.config.ServiceConfiguration}.
 */
@NullMarked
package dev.plimsoll.extender.config;

import org.jspecify.annotations.NullMarked;
