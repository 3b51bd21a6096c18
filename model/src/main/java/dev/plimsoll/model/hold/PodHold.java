package dev.plimsoll.model.hold;

import java.util.List;

/**
 * Why a pod is held.
 *
 * @param text what kube-scheduler is told, without figures
 * @param notes what is lacking and what ends the hold, a sentence each, what is lacking first
 */
public record PodHold(String text, List<String> notes) {

  /** Makes the list unmodifiable. */
  public PodHold {
    notes = List.copyOf(notes);
  }
}
