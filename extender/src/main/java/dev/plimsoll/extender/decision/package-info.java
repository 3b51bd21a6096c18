/**
 * Who may go where: what the extender decides about pods, and what it remembers until their binding
 * is seen. The entry is {@link dev.plimsoll.extender.decision.Decisions}.
 */
@NullMarked
package dev.plimsoll.extender.decision;

import org.jspecify.annotations.NullMarked;
