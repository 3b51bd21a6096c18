/**
 * What the API does with a request; {@link dev.plimsoll.testkit.verbs.Router} finds the verb.
 * Depends on rules, store, http, api and json.
 */
@NullMarked
package dev.plimsoll.testkit.verbs;

import org.jspecify.annotations.NullMarked;
