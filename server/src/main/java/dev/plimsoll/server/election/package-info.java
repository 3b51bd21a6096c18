/**
 * Elects the replica that does what only one may do; the entry is {@link
 * dev.plimsoll.server.election.LeaderElection}.
 */
@NullMarked
package dev.plimsoll.server.election;

import org.jspecify.annotations.NullMarked;
