/**
 * Tells Alertmanager of gaps. {@link dev.plimsoll.advisor.notify.GapNotifier} is the duty, {@link
 * dev.plimsoll.advisor.notify.GapAlerts} the state.
 */
@NullMarked
package dev.plimsoll.advisor.notify;

import org.jspecify.annotations.NullMarked;
