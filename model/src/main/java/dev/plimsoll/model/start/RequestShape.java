package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.object.Pod;
import java.util.BitSet;

/**
 * The common properties of pods that are alike for the scheduler.
 *
 * @param example one of the pods, without scheduling gates
 * @param request its requests, by the columns of a {@link NodeTable}
 * @param eligible the nodes that would take it if they were empty
 * @param isLocal whether a node's answer depends on that node's requests alone
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares or changes it.
record RequestShape(Pod example, long[] request, BitSet eligible, boolean isLocal) {

  /** Returns whether it is the same object: a {@link NodeTable} makes each shape once. */
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  boolean isAtMost(long[] free, int row) {
    for (int i = 0; i < request.length; i++) {
      if (request[i] > 0 && request[i] > free[row + i]) {
        return false;
      }
    }
    return true;
  }
}
