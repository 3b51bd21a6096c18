package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.HoldReason;
import java.util.List;

/** What {@link PodLife} goes by beside the entry and the event: one state, and one pod in it. */
interface PodFacts {
  /** Returns the time, in nanoseconds of a ticker. */
  long now();

  /** Returns the number of the state that is being made. */
  long revision();

  /** Returns when a pod expires that is assumed now. */
  long expiry();

  /** Returns when a node is to be reserved for a pod that waits from now on. */
  long due();

  /** Returns whether a gang has reserved a node for the pod. */
  boolean isReserved();

  /** Returns whether there is such a node. */
  boolean isNode(String name);

  /** Returns all reasons why the pod must wait, whether or not the pod itself counts. */
  List<HoldReason> holds();

  /** Returns whether no quota holds the pod. */
  boolean isWithinQuota();

  /** Returns whether nothing holds the pod once its own victims are gone. */
  boolean awaitsVictims();
}
