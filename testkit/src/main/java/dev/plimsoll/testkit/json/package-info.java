/**
 * Walking JSON trees; {@link dev.plimsoll.testkit.json.JsonPaths} is the entry. Depends on Gson
 * only.
 */
@NullMarked
package dev.plimsoll.testkit.json;

import org.jspecify.annotations.NullMarked;
