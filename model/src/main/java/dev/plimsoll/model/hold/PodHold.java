package dev.plimsoll.model.hold;

import java.util.List;
import java.util.Optional;

/**
 * Why a pod is held.
 *
 * @param text what kube-scheduler is told, without amounts
 * @param notes what is lacking and what ends the hold, a sentence each, what is lacking first
 * @param isOfNodes whether the notes tell what nodes have, which is not for everybody
 * @param share the share that doesn't suffice, if that is the cause
 * @param reserved the reservations on which the answer depends, the first to end first
 */
public record PodHold(
    String text,
    List<String> notes,
    boolean isOfNodes,
    Optional<ShareHold> share,
    List<ReservedNode> reserved) {

  public PodHold {
    notes = List.copyOf(notes);
    reserved = List.copyOf(reserved);
  }

  /** Creates a hold that depends on no reservation. */
  public PodHold(String text, List<String> notes, boolean isOfNodes, Optional<ShareHold> share) {
    this(text, notes, isOfNodes, share, List.of());
  }

  /** Creates a hold with notes that tell nothing of nodes. */
  public PodHold(String text, List<String> notes) {
    this(text, notes, false, Optional.empty());
  }

  /** Creates a hold by reservations for others. The notes name the first of them to end. */
  public static PodHold ofReserved(String text, List<ReservedNode> reserved) {
    List<String> notes = reserved.stream().limit(1).map(ReservedNode::text).toList();
    return new PodHold(text, notes, false, Optional.empty(), reserved);
  }

  /** Returns the hold with reservations. */
  public PodHold withReserved(List<ReservedNode> some) {
    return new PodHold(text, notes, isOfNodes, share, some);
  }

  /** Makes a hold by a share. */
  static PodHold ofShare(String text, List<String> notes, ShareHold share) {
    return new PodHold(text, notes, false, Optional.of(share));
  }

  /** Makes a hold with notes about nodes. */
  static PodHold ofNodes(String text, List<String> notes) {
    return new PodHold(text, notes, true, Optional.empty());
  }

  /** Returns the hold for somebody who may see neither nodes nor how many are reserved. */
  public PodHold withoutNodes() {
    List<ReservedNode> first = reserved.stream().limit(1).map(ReservedNode::withoutName).toList();
    if (isOfNodes) {
      return new PodHold(text, List.of("nodes don't take all its waiting pods at once"))
          .withReserved(first);
    }
    return text.equals(HoldText.RESERVED) ? ofReserved(text, first) : withReserved(first);
  }
}
