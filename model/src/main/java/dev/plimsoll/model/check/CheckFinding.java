package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.model.gap.Remedy;
import java.util.List;
import java.util.Optional;

/**
 * The effect of a set on one object.
 *
 * @param effect what kind of effect it is
 * @param level how bad it is
 * @param rule the reason in one word: a verdict on pods, a kind of gap, or an admission plug-in
 * @param affected the object that the effect shows at
 * @param at the object of the set that decides; absent if the set no longer has it
 * @param field the field of that object that decides, as steps; empty for the object as a whole
 * @param resource the resource or quota key; empty where none is involved
 * @param pods how many pods are concerned
 * @param message one sentence for people
 * @param details the API server's or the scheduler's own words, and what else is known
 * @param remedies what was tried, the best first
 * @param unread what was not read and would be needed
 */
public record CheckFinding(
    Effect effect,
    FindingLevel level,
    String rule,
    ObjectReference affected,
    Optional<CheckedObject> at,
    List<String> field,
    String resource,
    int pods,
    String message,
    List<String> details,
    List<Remedy> remedies,
    Unread unread) {

  public CheckFinding {
    field = List.copyOf(field);
    details = details.stream().filter(d -> !d.isEmpty()).distinct().toList();
    remedies = List.copyOf(remedies);
  }

  /** Returns whether it is certain. */
  public boolean isKnown() {
    return effect != Effect.Unknown;
  }
}
