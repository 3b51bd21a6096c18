/**
 * What would happen if: a {@link dev.plimsoll.model.whatif.Change} makes another picture of the
 * cluster, and {@link dev.plimsoll.model.whatif.SimulationRun} creates and places pods on it.
 */
@NullMarked
package dev.plimsoll.model.whatif;

import org.jspecify.annotations.NullMarked;
