/**
 * The common part of reading a cluster from files and live: {@link
 * dev.plimsoll.kube.InputException}.
 */
@NullMarked
package dev.plimsoll.kube;

import org.jspecify.annotations.NullMarked;
