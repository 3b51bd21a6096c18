package dev.plimsoll.model.tenancy.decision;

/**
 * Something to know about a decision: what it kept from following what was seen.
 *
 * @param kind what it is about
 * @param resource the resource, empty for all
 * @param message a clause without a full stop
 */
public record DecisionNote(Kind kind, String resource, String message) {

  /** What a note is about. */
  public enum Kind {
    /** Capacity that is lost still counts. */
    CAPACITY_LOST,
    /** More capacity is lost than the policy lets be followed without waiting. */
    CAPACITY_LOSS_HELD,
    /** Namespaces that several tenants select are nobody's. */
    NAMESPACE_DISPUTED,
    /** Another policy changes the quotas of a namespace. */
    NAMESPACE_OWNED,
    /** There are no nodes that have the resource. */
    NO_CAPACITY,
    /** The guarantees are more than there is, and were scaled down. */
    GUARANTEES_SCALED,
    /** A ClusterResourceQuota leaves a tenant less than its guarantee. */
    CLUSTER_QUOTA,
    /** Demand exceeds capacity, so some work must wait. */
    OVERLOAD,
    /** What was remembered can't be used. */
    STATE_DISCARDED,
    /** The clock is behind the last decision. */
    CLOCK_BEHIND
  }
}
