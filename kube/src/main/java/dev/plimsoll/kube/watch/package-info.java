/**
 * A picture of a running cluster that is kept current; the entry is {@link
 * dev.plimsoll.kube.watch.ClusterInformers}. Client-java's reflector lists and watches; how lists
 * and events are read, when to try again and where objects are kept is done here.
 */
@NullMarked
package dev.plimsoll.kube.watch;

import org.jspecify.annotations.NullMarked;
