/**
 * The parts of the API: {@link dev.plimsoll.testkit.api.ResourceTypes} knows every resource served,
 * {@link dev.plimsoll.testkit.api.StatusError} is every error. Depends on json only.
 */
@NullMarked
package dev.plimsoll.testkit.api;

import org.jspecify.annotations.NullMarked;
