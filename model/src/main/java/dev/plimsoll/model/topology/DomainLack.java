package dev.plimsoll.model.topology;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.List;

/**
 * Why no domain takes all pods of a gang that must be within one.
 *
 * @param kind the kind
 * @param question the gang
 * @param levels the levels of the cluster
 * @param notes what is lacking, a sentence each, the cause first
 * @param resource the resource whose amounts the notes name
 * @param requested what the waiting pods request of it together
 * @param free what is free of it on all nodes that the pods may use
 */
public record DomainLack(
    Kind kind,
    DomainQuestion question,
    TopologyLevels levels,
    List<String> notes,
    ResourceName resource,
    Quantity requested,
    Quantity free) {

  /** The kinds. */
  public enum Kind {
    /** No node has the level's label. */
    UNKNOWN_LEVEL,
    /** No domain could take the gang if no pod was on its nodes. */
    TOO_LARGE,
    /** Enough is free in total, and no single domain takes all pods. */
    FRAGMENTED,
    /** Less is free in total than the pods request. */
    TOO_LITTLE
  }

  public DomainLack {
    notes = List.copyOf(notes);
  }

  /** Returns whether nothing that ends or moves helps: nodes or the gang must change. */
  public boolean isLasting() {
    return kind == Kind.UNKNOWN_LEVEL || kind == Kind.TOO_LARGE;
  }
}
