/**
 * What reading a cluster has in common, from files and live: {@link
 * dev.plimsoll.kube.InputException}.
 */
@NullMarked
package dev.plimsoll.kube;

import org.jspecify.annotations.NullMarked;
