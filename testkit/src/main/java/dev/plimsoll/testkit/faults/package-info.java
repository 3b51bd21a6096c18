/**
 * Faults of real clusters, switched on by a test; {@link dev.plimsoll.testkit.faults.Faults} is the
 * entry. Depends on api, json and http.
 */
@NullMarked
package dev.plimsoll.testkit.faults;

import org.jspecify.annotations.NullMarked;
