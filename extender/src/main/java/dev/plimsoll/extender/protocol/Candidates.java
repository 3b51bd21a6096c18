package dev.plimsoll.extender.protocol;

import java.util.List;

/** The nodes that the scheduler asks about, in its order. */
public sealed interface Candidates {

  /** Returns their names. */
  List<String> names();

  /**
   * Names only: the scheduler says {@code nodeCacheCapable: true}.
   *
   * @param names the names
   */
  record Names(List<String> names) implements Candidates {

    /** Makes the list unmodifiable. */
    public Names {
      names = List.copyOf(names);
    }
  }

  /**
   * Whole nodes, of which only the names were read; the rest is given back as it came.
   *
   * @param names the names
   * @param body the body that they stand in
   * @param ranges where each starts and ends, two entries a node
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Objects(List<String> names, byte[] body, int[] ranges) implements Candidates {

    /** Makes the names unmodifiable. */
    public Objects {
      names = List.copyOf(names);
    }
  }
}
