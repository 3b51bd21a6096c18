package dev.plimsoll.model.hold;

import java.time.Instant;

/**
 * A reserved node, as far as every tenant may know: the holder has no name.
 *
 * @param node the node; empty for somebody who may not see nodes
 * @param holder what the node is reserved for
 * @param isOwnTenant whether the node is reserved for the pod's own tenant
 * @param until when the reservation ends at the latest
 */
public record ReservedNode(String node, Holder holder, boolean isOwnTenant, Instant until) {
  /** The pod or gang that a node is reserved for. */
  public enum Holder {
    /** A pod that would wait forever while smaller pods take what becomes free. */
    LargePod("a large pod"),
    /** A gang whose pods are placed at once. */
    Gang("a gang");

    private final String noun;

    Holder(String noun) {
      this.noun = noun;
    }
  }

  /** Returns the reservation without the node's name. */
  ReservedNode withoutName() {
    return new ReservedNode("", holder, isOwnTenant, until);
  }

  /** Returns the reservation as a sentence. */
  public String text() {
    return (node.isEmpty() ? "nodes are" : "node " + node + " is")
        + " reserved for "
        + holder.noun
        + " of "
        + (isOwnTenant ? "the same tenant" : "another tenant")
        + " until "
        + until
        + " at the latest";
  }
}
