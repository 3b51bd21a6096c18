/**
 * Patches of JSON trees, and which manager owns which field; {@link
 * dev.plimsoll.testkit.patch.ManagedFields} and the patches are the entries. Depends on api and
 * json.
 */
@NullMarked
package dev.plimsoll.testkit.patch;

import org.jspecify.annotations.NullMarked;
