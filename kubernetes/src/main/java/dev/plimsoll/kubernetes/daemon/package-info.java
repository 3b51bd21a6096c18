/** The pods that the controller of DaemonSets creates. */
@NullMarked
package dev.plimsoll.kubernetes.daemon;

import org.jspecify.annotations.NullMarked;
