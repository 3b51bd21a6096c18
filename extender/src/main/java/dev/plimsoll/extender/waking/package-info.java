/**
 * What becomes of pods that are held back: they are told why by events and woken when there is room
 * for them, on a thread of its own. The entry is {@link dev.plimsoll.extender.waking.Waking}.
 */
@NullMarked
package dev.plimsoll.extender.waking;

import org.jspecify.annotations.NullMarked;
