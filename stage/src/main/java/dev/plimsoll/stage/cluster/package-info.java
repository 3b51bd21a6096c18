/** A cluster to install on. {@link dev.plimsoll.stage.cluster.Cluster} starts it. */
@NullMarked
package dev.plimsoll.stage.cluster;

import org.jspecify.annotations.NullMarked;
