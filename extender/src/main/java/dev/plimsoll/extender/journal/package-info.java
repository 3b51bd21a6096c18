/**
 * What was decided, with the amounts that it was decided by, so that it can be looked up and
 * decided again; the entry is {@link dev.plimsoll.extender.journal.DecisionJournal}.
 */
@NullMarked
package dev.plimsoll.extender.journal;

import org.jspecify.annotations.NullMarked;
