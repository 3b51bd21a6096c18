/**
 * One consistent snapshot of a cluster: {@link dev.plimsoll.model.cluster.Cluster}. Everything that
 * decides takes one and a question, and returns an answer that carries its reasons.
 */
@NullMarked
package dev.plimsoll.model.cluster;

import org.jspecify.annotations.NullMarked;
