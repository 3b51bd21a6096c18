package dev.plimsoll.model.topology;

import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;

/**
 * A gang that looks for nodes.
 *
 * @param gang the gang's name
 * @param waiting the pods that look for nodes; at least one
 * @param running the pods of the gang that have a node
 * @param request where the gang must or should be
 */
public record DomainQuestion(
    String gang, List<Pod> waiting, List<Pod> running, DomainRequest request) {
  public DomainQuestion {
    waiting = List.copyOf(waiting);
    running = List.copyOf(running);
  }
}
