/**
 * HTTP in and out; {@link dev.plimsoll.testkit.http.ApiRequest} is what came, {@link
 * dev.plimsoll.testkit.http.ApiResponse} what goes. Depends on api and json.
 */
@NullMarked
package dev.plimsoll.testkit.http;

import org.jspecify.annotations.NullMarked;
