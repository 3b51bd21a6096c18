/**
 * Duties that are done again and again as long as the process runs; the entry is {@link
 * dev.plimsoll.kube.periodic.PeriodicTask}.
 */
@NullMarked
package dev.plimsoll.kube.periodic;

import org.jspecify.annotations.NullMarked;
