/**
 * Removes scheduling gates from pods that may be placed: {@link
 * dev.plimsoll.admission.gate.GateController} is where to start reading.
 */
@NullMarked
package dev.plimsoll.admission.gate;

import org.jspecify.annotations.NullMarked;
