package dev.plimsoll.model.hold;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A reserved node, as far as every tenant may know: the holder has no name.
 *
 * @param node the node; empty for somebody who may not see nodes
 * @param holder what the node is reserved for
 * @param isOwnTenant whether the node is reserved for the pod's own tenant
 * @param until when the reservation ends at the latest
 * @param since since when the node waits for the pod's own gang; empty if it is reserved otherwise
 */
public record ReservedNode(
    String node, Holder holder, boolean isOwnTenant, Instant until, Optional<Instant> since) {

  /** Creates a node that is reserved for another pod or gang. */
  public ReservedNode(String node, Holder holder, boolean isOwnTenant, Instant until) {
    this(node, holder, isOwnTenant, until, Optional.empty());
  }

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

  /** Returns the reservation as one for the pod's own gang. */
  public ReservedNode keptSince(Instant time) {
    return new ReservedNode(node, holder, isOwnTenant, until, Optional.of(time));
  }

  /** Returns the reservation without the node's name. */
  ReservedNode withoutName() {
    return new ReservedNode("", holder, isOwnTenant, until, since);
  }

  /** Returns the nodes of the pod's own gang, with their times, as a sentence; empty if none. */
  static Optional<String> ofOwnGang(List<ReservedNode> some) {
    List<ReservedNode> own = some.stream().filter(r -> r.since().isPresent()).toList();
    List<String> names =
        own.stream().map(ReservedNode::node).filter(n -> !n.isEmpty()).distinct().sorted().toList();
    return own.stream()
        .findFirst()
        .map(
            r ->
                (names.size() == 1 ? "node " : "nodes ")
                    + String.join(", ", names)
                    + (names.isEmpty() ? "" : " ")
                    + (names.size() == 1 ? "is" : "are")
                    + " reserved for its gang since "
                    + r.since().map(Instant::toString).orElse("")
                    + ", until "
                    + r.until()
                    + " at the latest");
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
