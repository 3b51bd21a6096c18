/**
 * The HTTP server, the only package that knows Spark and its Jetty. The entry is {@link
 * dev.plimsoll.server.http.HttpService}.
 */
@NullMarked
package dev.plimsoll.server.http;

import org.jspecify.annotations.NullMarked;
