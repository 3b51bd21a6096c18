package dev.plimsoll.model.tenancy.decision;

import java.time.Instant;
import java.util.Optional;

/**
 * A node's units for tenants.
 *
 * @param name the node's name, by which it is one node whatever pool it is in
 * @param available what pods of tenants can have of it
 * @param lost what they could have if the node took pods, which it does not without anybody's
 *     decision
 * @param lostSince since when that is lost, where the node says so
 * @param withheld what is taken on purpose: by a cordon, by a coming deletion, or by pods of no
 *     tenant
 */
public record NodeObservation(
    String name, long available, long lost, Optional<Instant> lostSince, long withheld) {

  /** Returns a node all of whose units are available. */
  public static NodeObservation available(String name, long units) {
    return new NodeObservation(name, units, 0, Optional.empty(), 0);
  }
}
