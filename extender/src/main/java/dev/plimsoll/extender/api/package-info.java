/** The routes of the extender's service: the scheduler's verbs and the reports for people. */
@NullMarked
package dev.plimsoll.extender.api;

import org.jspecify.annotations.NullMarked;
