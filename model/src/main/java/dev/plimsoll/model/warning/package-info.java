/**
 * The warnings for the user whose allowed request they concern: {@link
 * dev.plimsoll.model.warning.AdmissionWarnings} finds them.
 */
@NullMarked
package dev.plimsoll.model.warning;

import org.jspecify.annotations.NullMarked;
