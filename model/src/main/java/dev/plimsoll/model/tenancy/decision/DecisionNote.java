package dev.plimsoll.model.tenancy.decision;

/**
 * Something to know about a decision: what it kept from following what was seen.
 *
 * @param kind what it is about
 * @param resource the resource, empty for all
 * @param message a clause without a full stop
 */
public record DecisionNote(Kind kind, String resource, String message) {

  /** The subject of a note. */
  public enum Kind {
    /** Lost capacity still counts. */
    CAPACITY_LOST,
    /** More capacity is lost than the policy allows to follow at once. */
    CAPACITY_LOSS_HELD,
    /** Namespaces that several tenants select have no tenant. */
    NAMESPACE_DISPUTED,
    /** Another policy changes the quotas of a namespace. */
    NAMESPACE_OWNED,
    /** No node has the resource. */
    NO_CAPACITY,
    /** The guarantees exceed the capacity, and were scaled down. */
    GUARANTEES_SCALED,
    /** A ClusterResourceQuota leaves a tenant less than its guarantee. */
    CLUSTER_QUOTA,
    /** Demand exceeds capacity, so some work must wait. */
    OVERLOAD,
    /** The remembered state can't be used. */
    STATE_DISCARDED,
    /** The clock is behind the last decision. */
    CLOCK_BEHIND
  }
}
