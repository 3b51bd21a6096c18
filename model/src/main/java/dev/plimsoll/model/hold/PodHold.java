package dev.plimsoll.model.hold;

import java.util.List;

/**
 * Why a pod is held.
 *
 * @param text what kube-scheduler is told, without amounts
 * @param notes what is lacking and what ends the hold, a sentence each, what is lacking first
 * @param isOfNodes whether the notes tell what nodes have, which is not for everybody
 */
public record PodHold(String text, List<String> notes, boolean isOfNodes) {

  /** Makes the list unmodifiable. */
  public PodHold {
    notes = List.copyOf(notes);
  }

  /** Makes one whose notes tell nothing of nodes. */
  public PodHold(String text, List<String> notes) {
    this(text, notes, false);
  }

  /** Returns it for somebody who may not see nodes. */
  public PodHold withoutNodes() {
    return isOfNodes
        ? new PodHold(text, List.of("nodes don't take all its waiting pods at once"))
        : this;
  }
}
