package dev.plimsoll.console.tool;

import java.util.Optional;
import java.util.function.LongConsumer;

/** Where a caller's questions are answered from. */
@FunctionalInterface
public interface ClusterSource {

  /**
   * Returns the part of the cluster that the caller may see now.
   *
   * @param namespace the namespace that the question is about, if it is about one
   * @param progress told how many objects have been read, from time to time
   * @throws dev.plimsoll.server.access.AccessException if the caller may not see the namespace
   * @throws dev.plimsoll.kube.InputException if the cluster can't be read
   * @throws dev.plimsoll.kube.live.UnreachableException if the cluster doesn't answer
   */
  ClusterView view(Optional<String> namespace, LongConsumer progress);
}
