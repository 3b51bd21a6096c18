/**
 * The HTTP server: all that knows of Spark and its Jetty. The entry is {@link
 * dev.plimsoll.extender.http.HttpService}.
 */
@NullMarked
package dev.plimsoll.extender.http;

import org.jspecify.annotations.NullMarked;
