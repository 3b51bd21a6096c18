/**
 * Checks a set of objects before anybody applies it: what would be denied, what would wait, and
 * what gets worse for others.
 *
 * <p>Start at {@link dev.plimsoll.model.check.SetCheck}.
 */
@NullMarked
package dev.plimsoll.model.check;

import org.jspecify.annotations.NullMarked;
