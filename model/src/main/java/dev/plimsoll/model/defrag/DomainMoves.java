package dev.plimsoll.model.defrag;

import dev.plimsoll.model.defrag.DefragmentationPlan.Move;
import dev.plimsoll.model.topology.Domain;
import java.util.List;

/**
 * Pods to move so that a domain takes a gang.
 *
 * @param domain the domain
 * @param cordoned the nodes of the domain that must take no pod until the pods have moved
 * @param moves the pods, and the nodes that the simulation gave the pods that are made instead
 */
public record DomainMoves(Domain domain, List<String> cordoned, List<Move> moves) {
  public DomainMoves {
    cordoned = List.copyOf(cordoned);
    moves = List.copyOf(moves);
  }
}
