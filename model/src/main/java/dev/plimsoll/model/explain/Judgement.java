package dev.plimsoll.model.explain;

import java.util.List;

/**
 * The verdict on a pod that isn't a matter of admission or of kube-scheduler's filters.
 *
 * @param verdict the verdict
 * @param notes what is known, a sentence each, the cause first
 */
record Judgement(PodVerdict verdict, List<String> notes) {
  Judgement {
    notes = List.copyOf(notes);
  }
}
