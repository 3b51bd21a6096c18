/**
 * What becomes of pods that wait: those held back are woken when there is room for them, and they
 * and those with gaps are told why by events, on threads of its own. The entry is {@link
 * dev.plimsoll.extender.waking.Waking}.
 */
@NullMarked
package dev.plimsoll.extender.waking;

import org.jspecify.annotations.NullMarked;
