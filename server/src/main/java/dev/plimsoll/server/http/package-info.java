/**
 * The HTTP server: all that knows of Spark and its Jetty. The entry is {@link
 * dev.plimsoll.server.http.HttpService}.
 */
@NullMarked
package dev.plimsoll.server.http;

import org.jspecify.annotations.NullMarked;
