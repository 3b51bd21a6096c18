/**
 * Quota with reservations on a live cluster: {@link dev.plimsoll.admission.LiveAdmission} runs the
 * webhook and the controller of its ledgers.
 */
@NullMarked
package dev.plimsoll.admission;

import org.jspecify.annotations.NullMarked;
