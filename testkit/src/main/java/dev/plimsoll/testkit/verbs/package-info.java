/**
 * The verbs of the API; {@link dev.plimsoll.testkit.verbs.Router} finds the verb of a request.
 * Depends on rules, store, http, api and json.
 */
@NullMarked
package dev.plimsoll.testkit.verbs;

import org.jspecify.annotations.NullMarked;
