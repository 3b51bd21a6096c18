/**
 * The journal of decisions, with the amounts that decided, so that each decision can be found and
 * repeated; the entry is {@link dev.plimsoll.extender.journal.DecisionJournal}.
 */
@NullMarked
package dev.plimsoll.extender.journal;

import org.jspecify.annotations.NullMarked;
