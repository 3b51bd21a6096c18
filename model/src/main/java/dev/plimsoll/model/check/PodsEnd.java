package dev.plimsoll.model.check;

import java.util.List;

/**
 * How many pods of a workload are denied and how many wait, and how many pods they evict.
 *
 * @param denied how many are denied
 * @param waiting how many wait
 * @param victims how many pods they evict
 */
record PodsEnd(long denied, long waiting, long victims) {
  static PodsEnd of(TriedWorkload ended) {
    List<PodAttempt> attempts = ended.attempts();
    long denied = attempts.stream().filter(PodAttempt::isDenied).count();
    long run = attempts.stream().filter(PodAttempt::runs).count();
    return new PodsEnd(
        denied,
        attempts.size() - denied - run,
        attempts.stream().mapToLong(a -> a.victims().size()).sum());
  }

  /** Returns whether every pod runs and evicts none. */
  boolean isGood() {
    return denied + waiting + victims == 0;
  }
}
