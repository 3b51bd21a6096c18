/**
 * Which rights roles use. {@link dev.plimsoll.stage.rights.RightsTable} compares them with what
 * roles are granted.
 */
@NullMarked
package dev.plimsoll.stage.rights;

import org.jspecify.annotations.NullMarked;
