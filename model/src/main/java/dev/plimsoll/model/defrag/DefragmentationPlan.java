package dev.plimsoll.model.defrag;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.List;

/**
 * A plan that frees one whole node: a node whose pods use none of a resource.
 *
 * @param resource the resource
 * @param outcome what was found
 */
public record DefragmentationPlan(ResourceName resource, Outcome outcome) {

  /** The outcome of the search. */
  public sealed interface Outcome {}

  /**
   * Pods to move, which the simulation then placed elsewhere, without breaking another whole node.
   *
   * @param node the node that is whole afterwards
   * @param cordoned the nodes that must take no pod meanwhile, the node itself among them
   * @param moves the pods, in the order in which they are to be moved
   * @param fewest whether it is known that no fewer moves do; otherwise it is only the fewest found
   */
  public record Moves(String node, List<String> cordoned, List<Move> moves, boolean fewest)
      implements Outcome {

    public Moves {
      cordoned = List.copyOf(cordoned);
      moves = List.copyOf(moves);
    }
  }

  /**
   * A pod that moves, by being evicted and made again.
   *
   * @param pod the pod as it is
   * @param to the node that the simulation gave the pod that is made instead
   */
  public record Move(Pod pod, String to) {}

  /**
   * Nothing was found.
   *
   * @param partly how many available nodes of the size asked for have some of the resource taken
   * @param held on how many of these a pod can't be moved: nobody makes it again elsewhere, or its
   *     budget doesn't allow it
   * @param tried for how many of the others the simulation found no place for all pods
   * @param stranded how many would have too little CPU or memory left for what they are emptied for
   */
  public record NoMoves(int partly, int held, int tried, int stranded) implements Outcome {}

  /**
   * The outcome is unknown.
   *
   * @param unread what was not read
   */
  public record Unknown(Unread unread) implements Outcome {}
}
