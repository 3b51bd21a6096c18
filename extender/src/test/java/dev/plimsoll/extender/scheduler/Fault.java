package dev.plimsoll.extender.scheduler;

/** What {@link SchedulingModel} leaves out or gets wrong, to see that it is missed. */
enum Fault {
  /** A yes to preempt is forgotten at once, and nominations aren't shown. */
  PREEMPTION_UNBOOKED,
  /** Nominations of held pods aren't cleared. */
  NOMINATIONS_KEPT,
  /** The watch doesn't show that pods wait. */
  WAITING_UNSEEN,
  /** An older version of an object replaces a newer one now and then. */
  OLDER_AFTER_NEWER,
  /** A bound pod that begins to terminate counts once more. */
  TERMINATING_COUNTED_TWICE,
  /** A pod that replaced another of its name is told as a change of that. */
  REPLACEMENT_TOLD_AS_CHANGE
}
