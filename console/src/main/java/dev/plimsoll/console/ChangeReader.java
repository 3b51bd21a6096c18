package dev.plimsoll.console;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.whatif.Change;
import java.util.List;

/** Reads what somebody wants to be tried. */
@FunctionalInterface
public interface ChangeReader {

  /**
   * Returns the changes.
   *
   * @param options the options of {@code plimsoll whatif} with their values, in turns
   * @param cluster what the caller may see
   * @throws dev.plimsoll.kube.InputException if there are none, or they can't be tried
   */
  List<Change> read(List<String> options, Cluster cluster);
}
