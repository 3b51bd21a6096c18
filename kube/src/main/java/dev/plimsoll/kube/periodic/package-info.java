/**
 * Periodic duties that run as long as the process does; the entry is {@link
 * dev.plimsoll.kube.periodic.PeriodicTask}.
 */
@NullMarked
package dev.plimsoll.kube.periodic;

import org.jspecify.annotations.NullMarked;
