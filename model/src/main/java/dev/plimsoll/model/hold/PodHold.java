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
 */
public record PodHold(
    String text, List<String> notes, boolean isOfNodes, Optional<ShareHold> share) {

  public PodHold {
    notes = List.copyOf(notes);
  }

  /** Makes a hold with notes that tell nothing of nodes. */
  public PodHold(String text, List<String> notes) {
    this(text, notes, false, Optional.empty());
  }

  /** Makes a hold by a share. */
  static PodHold ofShare(String text, List<String> notes, ShareHold share) {
    return new PodHold(text, notes, false, Optional.of(share));
  }

  /** Makes a hold with notes about nodes. */
  static PodHold ofNodes(String text, List<String> notes) {
    return new PodHold(text, notes, true, Optional.empty());
  }

  /** Returns it for somebody who may not see nodes. */
  public PodHold withoutNodes() {
    return isOfNodes
        ? new PodHold(text, List.of("nodes don't take all its waiting pods at once"))
        : this;
  }
}
