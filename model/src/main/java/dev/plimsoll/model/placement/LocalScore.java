package dev.plimsoll.model.placement;

/**
 * A score, or what it is made of, that depends on a node and the pods on it alone. Equal ones give
 * equal scores, so implementations compare by value; what was found out for one pod then holds for
 * all of its kind, for as long as the node stays as it was.
 */
@FunctionalInterface
public interface LocalScore {

  /** Returns the score. */
  long of(NodeInfo node);
}
