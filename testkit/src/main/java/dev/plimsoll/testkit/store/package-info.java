/**
 * Objects, their versions and the history of changes; {@link dev.plimsoll.testkit.store.ApiStore}
 * is the entry. Knows nothing of HTTP. Depends on api and json.
 */
@NullMarked
package dev.plimsoll.testkit.store;

import org.jspecify.annotations.NullMarked;
