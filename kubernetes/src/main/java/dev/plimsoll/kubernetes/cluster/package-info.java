/**
 * One consistent snapshot of a cluster: {@link dev.plimsoll.kubernetes.cluster.Cluster}. Every
 * decision takes a cluster and a question, and returns an answer with its reasons.
 */
@NullMarked
package dev.plimsoll.kubernetes.cluster;

import org.jspecify.annotations.NullMarked;
