/**
 * A running cluster, read through its API; the entry is {@link dev.plimsoll.kube.live.LiveCluster}.
 * Credentials, TLS and login programs are client-java's; lists are paged and read as streams into
 * the model's slim objects, since client-java's own types fail on fields they don't know.
 */
@NullMarked
package dev.plimsoll.kube.live;

import org.jspecify.annotations.NullMarked;
