/**
 * What is said to whoever creates something that is allowed: {@link
 * dev.plimsoll.model.warning.AdmissionWarnings} finds it.
 */
@NullMarked
package dev.plimsoll.model.warning;

import org.jspecify.annotations.NullMarked;
