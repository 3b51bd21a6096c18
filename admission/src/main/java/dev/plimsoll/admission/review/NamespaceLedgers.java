package dev.plimsoll.admission.review;

import java.util.SortedSet;

/** Which ledgers requests are decided by. */
@FunctionalInterface
public interface NamespaceLedgers {

  /** Returns the names of those that count objects of a namespace; empty if there are none. */
  SortedSet<String> of(String namespace);
}
