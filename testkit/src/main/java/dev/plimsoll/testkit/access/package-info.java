/**
 * Authentication and authorization; {@link dev.plimsoll.testkit.access.Access} is the entry.
 * Depends on http, api and json.
 */
@NullMarked
package dev.plimsoll.testkit.access;

import org.jspecify.annotations.NullMarked;
