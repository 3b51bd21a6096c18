package dev.plimsoll.model.tenancy;

/** How a tenant gets back the part of its share that others use. */
public enum Reclaim {
  /** Not at all: whoever holds it keeps it. */
  NEVER,
  /** As pods end: what becomes free goes to whoever is furthest below its share. */
  WHEN_PODS_END
}
