package dev.plimsoll.model.tenancy;

/** How a tenant gets back the part of its share that others use. */
public enum Reclaim {
  /** The tenant gets nothing back: other tenants keep the capacity they hold. */
  NEVER,
  /**
   * The tenant gets capacity back as pods end: freed capacity goes to the tenant furthest below its
   * share.
   */
  WHEN_PODS_END
}
