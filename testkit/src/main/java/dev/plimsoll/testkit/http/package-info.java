/**
 * HTTP requests and responses: {@link dev.plimsoll.testkit.http.ApiRequest} and {@link
 * dev.plimsoll.testkit.http.ApiResponse}. Depends on api and json.
 */
@NullMarked
package dev.plimsoll.testkit.http;

import org.jspecify.annotations.NullMarked;
