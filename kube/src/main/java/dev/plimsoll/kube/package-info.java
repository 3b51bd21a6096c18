/**
 * What reading a cluster from files and live has in common: {@link
 * dev.plimsoll.kube.InputException}.
 */
@NullMarked
package dev.plimsoll.kube;

import org.jspecify.annotations.NullMarked;
