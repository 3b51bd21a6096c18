/**
 * The defaults and denials of the API server, kind by kind; {@link
 * dev.plimsoll.testkit.rules.KindRules} is the entry. Depends on api and json.
 */
@NullMarked
package dev.plimsoll.testkit.rules;

import org.jspecify.annotations.NullMarked;
