/**
 * What-if: a {@link dev.plimsoll.model.whatif.Change} turns a cluster into another, and a {@link
 * dev.plimsoll.model.whatif.SimulationRun} creates and places pods in it.
 */
@NullMarked
package dev.plimsoll.model.whatif;

import org.jspecify.annotations.NullMarked;
