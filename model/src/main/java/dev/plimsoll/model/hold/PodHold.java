package dev.plimsoll.model.hold;

import dev.plimsoll.model.topology.DomainLack;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Why a pod is held.
 *
 * @param text what kube-scheduler is told, without amounts
 * @param notes what is lacking and what ends the hold, a sentence each, what is lacking first
 * @param isOfNodes whether the notes tell what nodes have, which is not for everybody
 * @param share the share that doesn't suffice, if that is the cause
 * @param reserved the reservations on which the answer depends, the first to end first
 * @param domain why no domain takes the pod's gang, if that is the cause
 */
public record PodHold(
    String text,
    List<String> notes,
    boolean isOfNodes,
    Optional<ShareHold> share,
    List<ReservedNode> reserved,
    Optional<DomainLack> domain) {

  public PodHold {
    notes = List.copyOf(notes);
    reserved = List.copyOf(reserved);
  }

  /** Creates a hold that depends on no reservation. */
  public PodHold(String text, List<String> notes, boolean isOfNodes, Optional<ShareHold> share) {
    this(text, notes, isOfNodes, share, List.of(), Optional.empty());
  }

  /** Creates a hold with notes that tell nothing of nodes. */
  public PodHold(String text, List<String> notes) {
    this(text, notes, false, Optional.empty());
  }

  /** Creates a hold by reservations for others. The notes name the first of them to end. */
  public static PodHold ofReserved(String text, List<ReservedNode> reserved) {
    List<String> notes = reserved.stream().limit(1).map(ReservedNode::text).toList();
    return new PodHold(text, notes, false, Optional.empty(), reserved, Optional.empty());
  }

  /** Returns the hold with reservations. A note tells those for the pod's own gang. */
  public PodHold withReserved(List<ReservedNode> some) {
    Optional<String> before = ReservedNode.ofOwnGang(reserved);
    Stream<String> others = notes.stream().filter(n -> !before.equals(Optional.of(n)));
    List<String> with = Stream.concat(others, ReservedNode.ofOwnGang(some).stream()).toList();
    return new PodHold(text, with, isOfNodes, share, some, domain);
  }

  /** Returns the hold with another text for kube-scheduler. */
  public PodHold withText(String told) {
    return new PodHold(told, notes, isOfNodes, share, reserved, domain);
  }

  /** Makes a hold of a gang that no domain takes. */
  static PodHold ofDomain(String text, DomainLack lack) {
    return new PodHold(text, lack.notes(), true, Optional.empty(), List.of(), Optional.of(lack));
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
